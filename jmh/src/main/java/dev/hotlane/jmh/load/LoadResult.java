package dev.hotlane.jmh.load;

import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/**
 * What a load came to. The arrays and histograms are the reader's own.
 *
 * @param sent requests sent, warm-up and drain included
 * @param all how all of them ended
 * @param measured how those ended that were answered between warm-up and end
 * @param measuredSeconds from the end of the warm-up to the end
 * @param latencyMicros of the measured requests, however they ended, from the intended time in the open loop; an
 *     unanswered one counts with the time it was waited for
 * @param fromSendMicros the same from the moment of sending: hides the wait for a free connection. Naive in the open loop
 * @param statuses how often each status came, of all requests; 0 is a connection that ended before the answer
 * @param unresolved numbers of the requests with {@link AnswerVerdict#UNKNOWN}
 * @param unsent requests of the open loop that should have been sent and never were, the drain included
 * @param reconnects connections replaced
 * @param fault the first thing that was wrong, in words; null if nothing was
 */
public record LoadResult(
        long sent,
        Counts all,
        Counts measured,
        double measuredSeconds,
        Histogram latencyMicros,
        Histogram fromSendMicros,
        SortedMap<Integer, Long> statuses,
        long[] unresolved,
        long unsent,
        long reconnects,
        String fault) {
    /** OK answers per second of measured time. */
    public double okPerSecond() {
        return measured.ok() / measuredSeconds;
    }

    /** That percentile (0..100) of the latency, in milliseconds; 0 if nothing was measured. */
    public double millis(double percentile) {
        return latencyMicros.getTotalCount() == 0 ? 0 : latencyMicros.getValueAtPercentile(percentile) / 1e3;
    }

    /** The longest latency, in milliseconds. */
    public double millisMax() {
        return millis(100);
    }

    /** One line: rate and percentiles, and how requests ended if not all of them well. */
    public String summary() {
        return String.format(
                "%,.0f/s ok, p50 %.2f ms, p90 %.2f, p99 %.2f, p99.9 %.2f, max %.1f%s",
                okPerSecond(),
                millis(50),
                millis(90),
                millis(99),
                millis(99.9),
                millisMax(),
                all.ok() == all.total() ? "" : "; in all " + all);
    }
}
