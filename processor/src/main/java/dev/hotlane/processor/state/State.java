package dev.hotlane.processor.state;

/**
 * The whole state of the lane and the one function that changes it. A pure function of the log prefix: the same
 * records give the same state, digest and replies in every process. Owned by the state thread.
 */
public final class State {
    /** An empty state that expects the record at offset 0. */
    public State() {}

    /**
     * Applies the next record; offsets must be dense. Leaves what it did in {@code out}.
     *
     * @param timestamp the broker's append time of the record, epoch milliseconds
     */
    public void apply(long offset, long timestamp, byte[] key, byte[] value, Effects out) {
        throw new UnsupportedOperationException();
    }

    /** Describes the state after the last applied record. */
    public void describe(Meta meta) {
        throw new UnsupportedOperationException();
    }

    /** Whether the newest applied leadership record names this incarnation as leader. */
    public boolean isLedBy(long hi, long lo) {
        throw new UnsupportedOperationException();
    }

    /** Loads one counter of a checkpoint into an empty state. */
    public void loadCounter(byte[] key, long value, long version, long held, long confirmed) {
        throw new UnsupportedOperationException();
    }

    /** Loads one window entry of a checkpoint, in sequence order. */
    public void loadWindowEntry(long sequence, byte[] payload, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    /** Must come first when loading: sets the seed of hashes and sizes tables for {@code meta.counters} rows. */
    public void beginLoad(Meta meta) {
        throw new UnsupportedOperationException();
    }

    /** Ends loading; gives the digest of what was loaded, to be compared with {@code meta.digest}. */
    public long endLoad() {
        throw new UnsupportedOperationException();
    }
}
