package dev.hotlane.gateway.view;

/** The values of a counter from one cut on. Immutable; any thread. */
final class CounterVersion {
    /** Before any cut, and without a version: a counter that does not exist. */
    static final CounterVersion ABSENT = new CounterVersion(Long.MIN_VALUE, true, 0, 0, 0, 0);

    /** Sequence of the cut. */
    final long to;

    final boolean removed;
    final long value;

    /** Negative for a bucket. */
    final long version;

    final long held;
    final long confirmed;

    CounterVersion(long to, boolean removed, long value, long version, long held, long confirmed) {
        this.to = to;
        this.removed = removed;
        this.value = value;
        this.version = version;
        this.held = held;
        this.confirmed = confirmed;
    }

    static CounterVersion removed(long to) {
        return new CounterVersion(to, true, 0, 0, 0, 0);
    }
}
