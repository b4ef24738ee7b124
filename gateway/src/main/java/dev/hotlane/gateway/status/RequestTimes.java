package dev.hotlane.gateway.status;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** How long requests of one class took, as counts by time. Two additions for a request; any thread. */
final class RequestTimes {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Upper bounds in microseconds: fine where the lane usually is, and far enough to see a take-over. */
    private static final long[] BOUNDS_MICROS = {
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        25_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000
    };

    private final LongAdder[] counts = adders(BOUNDS_MICROS.length + 1);
    private final LongAdder nanos = new LongAdder();

    private static LongAdder[] adders(int many) {
        return IntStream.range(0, many).mapToObj(i -> new LongAdder()).toArray(LongAdder[]::new);
    }

    /** Counts a request that took this time. */
    void record(long tookNanos) {
        int place = 0;
        while (place < BOUNDS_MICROS.length && tookNanos > BOUNDS_MICROS[place] * 1_000) {
            place++;
        }
        counts[place].increment();
        nanos.add(tookNanos);
    }

    /** Upper bounds in seconds; behind the last one there is no bound. */
    static double[] boundsSeconds() {
        return LongStream.of(BOUNDS_MICROS).mapToDouble(micros -> micros / 1e6).toArray();
    }

    /** Requests by their bucket, each in one; one more number than bounds. */
    long[] counts() {
        long[] now = new long[counts.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = counts[i].sum();
        }
        return now;
    }

    /** The times of all requests together, in seconds. */
    double sumSeconds() {
        return nanos.sum() / NANOS_PER_SECOND;
    }

    /** The same for Prometheus. */
    HistogramDataPointSnapshot shown(String label) {
        double[] bounds = boundsSeconds();
        Number[] numbers = LongStream.of(counts()).boxed().toArray(Number[]::new);
        double[] withLast = Arrays.copyOf(bounds, bounds.length + 1);
        withLast[bounds.length] = Double.POSITIVE_INFINITY;
        return HistogramDataPointSnapshot.builder()
                .labels(Labels.of("class", label))
                .classicHistogramBuckets(ClassicHistogramBuckets.of(withLast, numbers))
                .sum(sumSeconds())
                .build();
    }
}
