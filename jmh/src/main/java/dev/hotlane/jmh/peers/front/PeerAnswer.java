package dev.hotlane.jmh.peers.front;

/**
 * What became of a {@link PeerCommand}. Immutable.
 *
 * @param left units after it; -1 where a peer does not learn it
 */
public record PeerAnswer(Verdict verdict, long left) {
    /** There are too few units. */
    public static final PeerAnswer SOLD_OUT = new PeerAnswer(Verdict.SOLD_OUT, -1);

    /** It surely did not run; the caller may try again. */
    public static final PeerAnswer BUSY = new PeerAnswer(Verdict.BUSY, -1);

    /** How a command ends. An unknown outcome is no answer but a failed future. */
    public enum Verdict {
        /** The units are the caller's, as durably as the peer can. */
        SOLD,
        /** Nothing was sold, and the store would refuse again. */
        SOLD_OUT,
        /** Nothing was done. */
        BUSY
    }

    /** Sold, with so many left. */
    public static PeerAnswer sold(long left) {
        return new PeerAnswer(Verdict.SOLD, left);
    }
}
