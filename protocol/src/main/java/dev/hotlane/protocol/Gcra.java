package dev.hotlane.protocol;

/**
 * A token bucket by the generic cell rate algorithm (ITU-T I.371, virtual scheduling): {@code count} tokens flow in per
 * {@code periodMs}, up to {@code burst} tokens. The state is one long: the theoretical arrival time of the next token's
 * cell (TAT), in ns of log time. A TAT in the past means a full bucket, like no state. All arithmetic is exact. Any
 * thread; no state.
 */
public final class Gcra {
    /** Nanoseconds in a millisecond of log time. */
    public static final long NANOS_PER_MS = 1_000_000;

    /**
     * Longest fill time of an empty bucket, in ns: 146 years. Twice as much is less than 2^63, so that a second take of all
     * tokens is refused. A log time up to the year 2116 plus it fits a long.
     */
    public static final long FILL_NANOS_MAX = (1L << 62) - 1;

    private Gcra() {}

    /** Whether these four numbers make a valid bucket and a number of tokens that it can ever hold. */
    public static boolean fits(long tokens, long count, long periodMs, long burst) {
        if (tokens < 0 || count < 1 || periodMs < 1 || burst < 1 || tokens > burst) {
            return false;
        }
        return periodMs <= FILL_NANOS_MAX / NANOS_PER_MS && burst <= FILL_NANOS_MAX / interval(count, periodMs);
    }

    /** Time between two tokens in ns, rounded up: never more than count tokens in a period. */
    public static long interval(long count, long periodMs) {
        long period = periodMs * NANOS_PER_MS;
        return period / count + (period % count == 0 ? 0 : 1);
    }

    /** Log time in ns; fits a long up to the year 2262. */
    public static long nanos(long timeMs) {
        return timeMs * NANOS_PER_MS;
    }

    /** The state after taking tokens at {@code now} (ns), whether the bucket has them or not. */
    public static long after(long tat, long now, long tokens, long interval) {
        return Math.max(tat, now) + tokens * interval;
    }

    /**
     * Whether the bucket in this state lacks no token at {@code now}; false rejects the take that leads to this state.
     */
    public static boolean allows(long tat, long now, long interval, long burst) {
        return tat - now <= burst * interval;
    }

    /** Whole tokens in the bucket at {@code now}. */
    public static long remaining(long tat, long now, long interval, long burst) {
        return Math.max(0, (burst * interval - Math.max(0, tat - now)) / interval);
    }

    /** Milliseconds until the bucket is full again, rounded up. */
    public static long resetAfterMs(long tat, long now) {
        return roundedUp(tat - now);
    }

    /** Milliseconds until this number of tokens is available, rounded up; 0 if it is available now. */
    public static long retryAfterMs(long tat, long now, long tokens, long interval, long burst) {
        return roundedUp(after(tat, now, tokens, interval) - now - burst * interval);
    }

    private static long roundedUp(long nanos) {
        return nanos <= 0 ? 0 : (nanos - 1) / NANOS_PER_MS + 1;
    }
}
