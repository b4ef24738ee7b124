package dev.hotlane.jmh.load;

import java.util.Arrays;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What a load has come to so far. The loop's thread. */
final class LoadTally {
    private static final long MICROS_MAX = 600_000_000;
    private static final int STATUS_MAX = 1_000;

    /** Memory is bounded: a run with more open outcomes has no result anyway. */
    private static final int UNRESOLVED_MAX = 4_000_000;

    private final long measureFrom;
    private final long measureTo;
    private final Histogram latency = new Histogram(MICROS_MAX, 3);
    private final Histogram fromSend = new Histogram(MICROS_MAX, 3);
    private final long[] all = new long[AnswerVerdict.values().length];
    private final long[] measured = new long[all.length];
    private final long[] statuses = new long[STATUS_MAX];
    private long[] unresolved = new long[64];
    private int unresolvedCount;
    private String fault;

    /** The times between which a load is measured, by System.nanoTime. */
    LoadTally(long measureFrom, long measureTo) {
        this.measureFrom = measureFrom;
        this.measureTo = measureTo;
    }

    /** A request ended, with an answer of that status or 0 for none. */
    void ended(long n, int status, AnswerVerdict verdict, long intended, long sent, long now) {
        all[verdict.ordinal()]++;
        statuses[Math.min(status, STATUS_MAX - 1)]++;
        if (now - measureFrom >= 0 && now - measureTo < 0) {
            measured[verdict.ordinal()]++;
        }
        if (isMeasured(intended)) {
            latency.recordValue(micros(now - intended));
            fromSend.recordValue(micros(now - sent));
        }
        if (verdict == AnswerVerdict.UNKNOWN) {
            unresolved(n);
        }
    }

    /** A request was never sent; its latency is at least the time until now. */
    void unsent(long intended, long now) {
        if (isMeasured(intended)) {
            latency.recordValue(micros(now - intended));
        }
    }

    /** Only the first is kept. */
    void fault(String text) {
        if (fault == null) {
            fault = text;
        }
    }

    LoadResult result(long sent, long unsent, long reconnects, long now) {
        TreeMap<Integer, Long> seen = new TreeMap<>();
        for (int status = 0; status < STATUS_MAX; status++) {
            if (statuses[status] > 0) {
                seen.put(status, statuses[status]);
            }
        }
        long end = now - measureTo < 0 ? now : measureTo;
        return new LoadResult(
                sent,
                Counts.of(all),
                Counts.of(measured),
                Math.max(1, end - measureFrom) / 1e9,
                latency,
                fromSend,
                seen,
                Arrays.copyOf(unresolved, unresolvedCount),
                unsent,
                reconnects,
                fault);
    }

    private boolean isMeasured(long intended) {
        return intended - measureFrom >= 0 && intended - measureTo < 0;
    }

    private static long micros(long nanos) {
        return Math.min(Math.max(0, nanos) / 1_000, MICROS_MAX);
    }

    private void unresolved(long n) {
        if (unresolvedCount == UNRESOLVED_MAX) {
            throw new LoadException(
                    "more than " + UNRESOLVED_MAX + " requests have no known outcome: look at the server first", null);
        }
        if (unresolvedCount == unresolved.length) {
            unresolved = Arrays.copyOf(unresolved, 2 * unresolvedCount);
        }
        unresolved[unresolvedCount++] = n;
    }
}
