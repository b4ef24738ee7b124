package dev.hotlane.gateway.view;

import dev.hotlane.protocol.json.JsonText;

/** The values of a counter as of one cut. Immutable; any thread. */
public final class CounterVersion {
    /** A counter that does not exist. */
    static final CounterVersion ABSENT = new CounterVersion(true, 0, 0, 0, 0);

    final boolean removed;
    final long value;

    /** Negative for a bucket. */
    final long version;

    final long held;
    final long confirmed;

    CounterVersion(long value, long version, long held, long confirmed) {
        this(false, value, version, held, confirmed);
    }

    private CounterVersion(boolean removed, long value, long version, long held, long confirmed) {
        this.removed = removed;
        this.value = value;
        this.version = version;
        this.held = held;
        this.confirmed = confirmed;
    }

    /** The version as of this log time, negative for a bucket; 0 if the counter equals an absent one then. */
    public long version(long logTimeNanos) {
        return isFull(logTimeNanos) ? 0 : version;
    }

    /** The log time in ns from which a bucket equals an absent counter, as in a READ; for others the greatest number. */
    public long fullAtNanos() {
        return version < 0 ? value : Long.MAX_VALUE;
    }

    /** Whether the body as of this log time is that of a counter that does not exist: nothing but zeros. */
    public boolean isBlank(long logTimeNanos) {
        return version(logTimeNanos) == 0 && held == 0 && confirmed == 0 && (version < 0 || value == 0);
    }

    private boolean isFull(long logTimeNanos) {
        return version < 0 && value <= logTimeNanos;
    }

    /**
     * Writes the body as of this log time, and returns the version for its ETag, or {@link CounterBody#NO_TAG}.
     *
     * @param key of the counter
     */
    public long write(byte[] key, long logTimeNanos, JsonText out) {
        boolean full = isFull(logTimeNanos);
        return CounterBody.write(key, full ? 0 : value, held, confirmed, full ? 0 : version, out);
    }
}
