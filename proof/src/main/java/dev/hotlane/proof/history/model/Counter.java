package dev.hotlane.proof.history.model;

/**
 * The state of one key. A counter without value, version, held and confirmed is the same as none.
 *
 * @param value units available; of a bucket the time, in ns of log time, at which it is full again
 * @param version sequence of the last change, 0 if it is absent
 * @param held signed: what comes back if every open reservation is cancelled
 * @param confirmed signed: what confirmed reservations kept
 */
public record Counter(long value, long version, long held, long confirmed, boolean bucket) {
    /** What a key that nobody wrote has. */
    public static final Counter ABSENT = new Counter(0, 0, 0, 0, false);

    /** A plain value, written at that sequence. */
    Counter with(long newValue, long sequence) {
        return new Counter(newValue, sequence, held, confirmed, false);
    }

    /** A bucket that is full again at that time. */
    Counter full(long at, long sequence) {
        return new Counter(at, sequence, held, confirmed, true);
    }

    /** What is held, and so comes back, is another amount. */
    Counter holding(long newHeld, long newConfirmed) {
        return new Counter(value, version, newHeld, newConfirmed, bucket);
    }

    /** Forgotten; what is held stays so. */
    Counter removed() {
        return new Counter(0, 0, held, 0, false);
    }

    /** Whether it is as good as not there. */
    public boolean isNothing() {
        return version == 0 && value == 0 && held == 0 && confirmed == 0;
    }
}
