package dev.hotlane.console.sample;

/** Quantiles of times that were counted in buckets. */
final class Quantiles {
    private Quantiles() {}

    /**
     * The time below which {@code share} of the counted ones lie, in the bounds' unit, with equal distances in a bucket; NaN
     * if none was counted. In the last bucket, which has no bound, it is the greatest bound.
     */
    static double at(double share, long[] counts, long[] bounds) {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        if (all <= 0 || bounds.length == 0) {
            return Double.NaN;
        }
        double rank = share * all;
        long below = 0;
        for (int i = 0; i < bounds.length && i < counts.length; i++) {
            if (below + counts[i] >= rank && counts[i] > 0) {
                double from = i == 0 ? 0 : bounds[i - 1];
                return from + (bounds[i] - from) * (rank - below) / counts[i];
            }
            below += counts[i];
        }
        return bounds[bounds.length - 1];
    }
}
