package dev.hotlane.jmh.figures;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The middle one of some figures in the order of their size. Of an even number of figures it is the mean of the two in the
 * middle. Of no figures there is none: a caller that may have none decides what it shows.
 */
public final class Median {
    private Median() {}

    /** Of these figures in any order, which stay as they are. */
    public static double of(double... figures) {
        if (figures.length == 0) {
            throw new IllegalArgumentException("a median needs at least one figure, found none");
        }
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    /** Of these figures in any order. */
    public static double of(Collection<Double> figures) {
        return of(figures, Double::doubleValue);
    }

    /** Of that figure of each of these, in any order. */
    public static <T> double of(Collection<T> all, ToDoubleFunction<T> figure) {
        return of(all.stream().mapToDouble(figure).toArray());
    }
}
