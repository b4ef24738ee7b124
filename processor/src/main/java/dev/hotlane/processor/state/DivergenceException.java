package dev.hotlane.processor.state;

/** This state is not what a TICK in the leader's name says it was at the same offset. */
public final class DivergenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergenceException(long offset, long leaderTick, long leaderDigest, long ownTick, long ownDigest) {
        super(String.format(
                "the TICK at offset %d does not fit: it says that the leader's last TICK was the one at offset %d with"
                        + " the digest %016x, here it was the one at offset %d with %016x. Keep this process' log, delete"
                        + " nothing, and start it again. If every processor ends at offset %d at each start, the TICK is"
                        + " wrong: `hotlane skip %d --look`. If the other processor goes on, run `hotlane verify`",
                offset, leaderTick, leaderDigest, ownTick, ownDigest, offset, offset));
    }
}
