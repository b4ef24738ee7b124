package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * The records that this state steps over because later SKIPs name them, and the check for a SKIP that comes too late.
 * Owned by the state thread; allocates nothing.
 */
final class Skips {
    static final long[] NONE = {};

    private long[] offsets = NONE;
    private int next;
    private long from;
    private long passed;

    /**
     * @param ascending offsets to step over
     * @param first first offset that this state applies; lower ones are applied already
     * @param safe a SKIP of a record below this offset has no effect; at most {@code first}
     */
    void begin(long[] ascending, long first, long safe) {
        offsets = ascending.clone();
        next = 0;
        while (next < offsets.length && offsets[next] < first) {
            next++;
        }
        from = safe;
    }

    /** Whether to step over that record; called in the order of the offsets. */
    boolean take(long offset) {
        if (next == offsets.length || offsets[next] != offset) {
            return false;
        }
        next++;
        return true;
    }

    /** Whether that record, or an earlier one that is not applied yet, may be one to step over. */
    boolean mayTake(long offset) {
        return next < offsets.length && offsets[next] <= offset;
    }

    /** A leader's TICK at {@code offset} reports all records below {@code applied} as applied. */
    void ticked(long applied, long offset) {
        if (applied <= offset) {
            passed = Math.max(passed, applied);
        }
    }

    /** Every record below it is reported as applied by a TICK; a SKIP of these has no effect. */
    long passed() {
        return passed;
    }

    /** Checks the SKIP at {@code offset}: if it takes effect, {@link #begin} must have received it. */
    void require(long skipped, long offset) {
        boolean applied = skipped >= from && skipped < offset && Arrays.binarySearch(offsets, skipped) < 0;
        if (applied && passed <= skipped) {
            throw new LateSkipException(skipped, offset);
        }
    }
}
