package dev.hotlane.jmh.load;

import java.util.function.DoubleFunction;

/**
 * Finds the highest rate of the open loop that a server keeps up with. It keeps up when it answers 99 % of what is
 * offered, and 99 % of that within a limit: beyond saturation a queue grows for as long as one looks. One thread.
 */
public final class SaturationSearch {
    private static final double KEPT_UP = 0.99;

    /** Above what the closed loop reached nothing is to be found but luck. */
    private static final double[] BOUNDS = {0.4, 1.1};

    private SaturationSearch() {}

    /**
     * Halves the range between 0.4 and 1.1 of the closed loop's rate.
     *
     * @param closedRate what the same connections reach in the closed loop, per second
     * @param steps loads to run, each at another rate
     * @param millisMax limit of the 99th percentile
     * @return the highest rate found that was kept up with; 0 if none was
     */
    public static double find(double closedRate, int steps, double millisMax, DoubleFunction<LoadResult> load) {
        double low = closedRate * BOUNDS[0];
        double high = closedRate * BOUNDS[1];
        double best = 0;
        for (int i = 0; i < steps; i++) {
            double rate = (low + high) / 2;
            if (keptUp(load.apply(rate), rate, millisMax)) {
                best = rate;
                low = rate;
            } else {
                high = rate;
            }
        }
        return best;
    }

    private static boolean keptUp(LoadResult result, double rate, double millisMax) {
        return result.okPerSecond() >= KEPT_UP * rate && result.millis(99) <= millisMax;
    }
}
