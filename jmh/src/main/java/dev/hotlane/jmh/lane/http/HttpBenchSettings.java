package dev.hotlane.jmh.lane.http;

import java.time.Duration;
import java.util.List;

/**
 * What `bench http` measures. Immutable.
 *
 * @param shape add, reserve or batch
 * @param keys that adds and batches touch, uniformly; 1 is one hot counter
 * @param ops adds of a transaction
 * @param lines of a batch
 * @param rates of the open loop: a number a second, or with % a part of saturation
 * @param saturation whether the highest rate that is kept up with is searched
 * @param closed whether the closed loop is measured
 * @param echo whether a bare HTTP server is measured too
 * @param repeats how often each is measured; tables show medians
 */
public record HttpBenchSettings(
        Shape shape,
        int keys,
        int ops,
        int lines,
        int connections,
        List<String> rates,
        boolean saturation,
        boolean closed,
        boolean echo,
        Duration warmUp,
        Duration duration,
        int repeats) {
    /** What kind of request. */
    public enum Shape {
        /** {@code POST /v1/transactions} of adds. */
        ADD,
        /** {@code POST /v1/reservations}, every buyer new. */
        RESERVE,
        /** {@code POST /v1/batch} of adds. */
        BATCH
    }

    private static final long HOLD_MILLIS = 600_000;

    /** The list is copied. */
    public HttpBenchSettings {
        rates = List.copyOf(rates);
    }

    /** Whether a rate is a part of saturation. */
    boolean needsSaturation() {
        return saturation || rates.stream().anyMatch(rate -> rate.endsWith("%"));
    }

    Work work(String run) {
        return switch (shape) {
            case ADD -> Work.adds(run, keys, ops);
            case RESERVE -> Work.reservations(run, HOLD_MILLIS);
            case BATCH -> Work.batches(run, keys, lines);
        };
    }

    /** A rate as a number, given the saturation. */
    static double rate(String rate, double saturated) {
        return rate.endsWith("%")
                ? saturated * Double.parseDouble(rate.substring(0, rate.length() - 1)) / 100
                : Double.parseDouble(rate);
    }
}
