package dev.hotlane.infra.demo;

import dev.hotlane.infra.chart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long each answer took, by the tenth of a second in which it came. Filled on the thread {@code buyers}, read at its
 * end.
 */
final class AnswerTimes {
    private static final long STEP_NANOS = 100_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<List<Long>> steps = new ArrayList<>();
    private final long start = System.nanoTime();

    /** An answer came now, to a call whose first try began at {@code startedNanos}. */
    void answered(long startedNanos) {
        long now = System.nanoTime();
        int step = (int) ((now - start) / STEP_NANOS);
        while (steps.size() <= step) {
            steps.add(new ArrayList<>());
        }
        steps.get(step).add(now - startedNanos);
    }

    /** Milliseconds of a share of the answers by seconds: 0.5 for the median, 1 for the slowest; no point without answers. */
    Series share(String name, double share) {
        List<Series.Point> points = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            long[] taken = steps.get(i).stream().mapToLong(Long::longValue).toArray();
            if (taken.length > 0) {
                Arrays.sort(taken);
                int at = (int) Math.min(taken.length - 1L, (long) (taken.length * share));
                points.add(new Series.Point((i + 0.5) * STEP_NANOS / 1e9, taken[at] / NANOS_PER_MILLI));
            }
        }
        return new Series(name, points);
    }

    /** Answers so far. */
    long count() {
        return steps.stream().mapToLong(List::size).sum();
    }
}
