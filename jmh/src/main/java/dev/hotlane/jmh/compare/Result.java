package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.load.LoadResult;
import java.util.ArrayList;
import java.util.List;

/** What one contestant came to in one pass: medians of its runs. One thread. */
final class Result {
    private final String code;
    private final List<LoadResult> closed = new ArrayList<>();
    private final List<LoadResult> open = new ArrayList<>();

    Result(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }

    void addClosed(LoadResult result) {
        closed.add(result);
    }

    void addOpen(LoadResult result) {
        open.add(result);
    }

    boolean hasOpen() {
        return !open.isEmpty();
    }

    /** Sold per second in the closed loop. */
    double rate() {
        return Median.of(closed, LoadResult::okPerSecond);
    }

    /** The slowest and the fastest run. */
    double rateMin() {
        return closed.stream().mapToDouble(LoadResult::okPerSecond).min().orElseThrow();
    }

    double rateMax() {
        return closed.stream().mapToDouble(LoadResult::okPerSecond).max().orElseThrow();
    }

    double closedMillis(double percentile) {
        return Median.of(closed, result -> result.millis(percentile));
    }

    double openRate() {
        return Median.of(open, LoadResult::okPerSecond);
    }

    double openMillis(double percentile) {
        return Median.of(open, result -> result.millis(percentile));
    }

    /** Calls that had to be sent again, of a hundred. */
    double busyPercent() {
        long busy =
                closed.stream().mapToLong(result -> result.all().notExecuted()).sum();
        long all = closed.stream().mapToLong(result -> result.all().total()).sum();
        return 100.0 * busy / all;
    }
}
