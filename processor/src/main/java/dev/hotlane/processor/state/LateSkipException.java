package dev.hotlane.processor.state;

/** A SKIP takes effect on a record that this process has applied already: the process must not go on. */
public final class LateSkipException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long skipped;

    LateSkipException(long skipped, long offset) {
        super("the SKIP at offset " + offset + " quarantines the record at offset " + skipped + ", which this process"
                + " has applied: it ran while `hotlane skip` did, which needs every processor down. Start it again:"
                + " it loads the checkpoint and steps over that record; then run `hotlane verify`");
        this.skipped = skipped;
    }

    /** Offset of the record that the SKIP quarantines. */
    public long skipped() {
        return skipped;
    }
}
