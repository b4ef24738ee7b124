package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * Which records this state steps over because SKIPs further on in the log say so, and whether a SKIP comes too late for
 * it. Owned by the state thread; allocates nothing.
 */
final class Skips {
    static final long[] NONE = {};

    private long[] offsets = NONE;
    private int next;
    private long from;
    private long passed;

    /**
     * @param ascending offsets to step over
     * @param first offset that this state will apply; what lies below is done with
     */
    void begin(long[] ascending, long first) {
        offsets = ascending.clone();
        next = 0;
        while (next < offsets.length && offsets[next] < first) {
            next++;
        }
        from = first;
    }

    /** Whether to step over that record; offsets come in order. */
    boolean take(long offset) {
        if (next == offsets.length || offsets[next] != offset) {
            return false;
        }
        next++;
        return true;
    }

    /** Whether that record, or one before it that has not come yet, may be one to step over. */
    boolean mayTake(long offset) {
        return next < offsets.length && offsets[next] <= offset;
    }

    /** A leader said by its TICK at {@code offset} that it had applied all below {@code applied}. */
    void ticked(long applied, long offset) {
        if (applied <= offset) {
            passed = Math.max(passed, applied);
        }
    }

    /** The record at {@code offset} is a SKIP: if it takes effect, it must have been known before. */
    void require(long skipped, long offset) {
        boolean applied = skipped >= from && skipped < offset && Arrays.binarySearch(offsets, skipped) < 0;
        if (applied && passed <= skipped) {
            throw new LateSkipException(skipped, offset);
        }
    }
}
