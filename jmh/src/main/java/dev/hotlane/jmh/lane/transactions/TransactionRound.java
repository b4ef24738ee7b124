package dev.hotlane.jmh.lane.transactions;

import dev.hotlane.jmh.figures.Median;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What one round found: the same load with transactions and without. Immutable.
 *
 * @param perSecond transactions committed a second in the window that had them
 * @param with cores used by each process in that window
 * @param without cores used by each process in the other window
 */
record TransactionRound(double perSecond, Map<String, Double> with, Map<String, Double> without) {
    static final String CLIENT = "client";
    static final String BROKER = "broker";

    /** CPU time of that process for a transaction, in milliseconds: negative where noise is greater than the cost. */
    double millis(String process) {
        return (with.get(process) - without.get(process)) * 1e3 / perSecond;
    }

    /** Of client and broker, in milliseconds. */
    double millis() {
        return millis(CLIENT) + millis(BROKER);
    }

    /** The median of that figure, with the least and the greatest. */
    static String text(List<TransactionRound> rounds, ToDoubleFunction<TransactionRound> figure) {
        double[] figures = rounds.stream().mapToDouble(figure).toArray();
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f)",
                Median.of(figures),
                Arrays.stream(figures).min().orElseThrow(),
                Arrays.stream(figures).max().orElseThrow());
    }

    /** What the design decides by the cost of a transaction. */
    static String consequence(double millis) {
        if (millis <= 4) {
            return "a cut at each proved TICK";
        }
        return millis <= 8 ? "a cut at every second proved TICK" : "no feed by these transactions";
    }
}
