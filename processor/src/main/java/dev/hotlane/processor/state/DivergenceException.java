package dev.hotlane.processor.state;

/** This state differs from the one that a TICK in the leader's name reports at the same offset. */
public final class DivergenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String difference;

    DivergenceException(long offset, long leaderTick, long leaderDigest, long ownTick, long ownDigest) {
        this(
                offset,
                String.format(
                        "the TICK at offset %d does not fit: it says that the leader's last TICK was the one at offset %d"
                                + " with the digest %016x, here it was the one at offset %d with %016x",
                        offset, leaderTick, leaderDigest, ownTick, ownDigest));
    }

    private DivergenceException(long offset, String difference) {
        super(String.format(
                "%s. Keep this process' log, delete nothing, and start it again. If every processor ends at offset %d at"
                        + " each start, the TICK is wrong: `hotlane skip %d --look`. If the other processor goes on, run"
                        + " `hotlane verify`",
                difference, offset, offset));
        this.difference = difference;
    }

    /** The difference, without the advice for a process that ends. */
    public String difference() {
        return difference;
    }
}
