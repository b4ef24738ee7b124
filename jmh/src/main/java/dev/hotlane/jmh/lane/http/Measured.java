package dev.hotlane.jmh.lane.http;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.load.LoadResult;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * One kind of load, measured some times over. One thread.
 *
 * @param offered requests a second; 0 in the closed loop
 */
public record Measured(String name, double offered, int commands, List<LoadResult> runs) {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    /** Nothing measured yet; runs are added. */
    Measured(String name, double offered, int commands) {
        this(name, offered, commands, new ArrayList<>());
    }

    /** Requests answered OK a second, the median of the runs. */
    public double rate() {
        return Median.of(runs, LoadResult::okPerSecond);
    }

    /** That percentile in milliseconds, the median of the runs. */
    public double millis(double percentile) {
        return Median.of(runs, run -> run.millis(percentile));
    }

    /** All runs in one. */
    public Histogram latencyMicros() {
        Histogram all = runs.get(0).latencyMicros().copy();
        runs.subList(1, runs.size()).forEach(run -> all.add(run.latencyMicros()));
        return all;
    }

    /** A row for each, in Markdown. */
    static String table(Stream<Measured> all) {
        return "| load | commands/s | p50 ms | p90 ms | p99 ms | p99.9 ms | max ms | least and most/s |\n"
                + "|---|---|---|---|---|---|---|---|\n"
                + all.map(Measured::row).collect(Collectors.joining());
    }

    private String row() {
        double[] rates =
                runs.stream().mapToDouble(LoadResult::okPerSecond).sorted().toArray();
        StringBuilder row = new StringBuilder("| " + name + notOk());
        row.append(String.format(Locale.ROOT, " | %,.0f", commands * rate()));
        for (double percentile : PERCENTILES) {
            row.append(String.format(Locale.ROOT, " | %.2f", millis(percentile)));
        }
        row.append(String.format(
                Locale.ROOT, " | %,.0f to %,.0f |%n", commands * rates[0], commands * rates[rates.length - 1]));
        return row.toString();
    }

    /** What a reader must not miss: answers that were none, which are in the latencies too. */
    private String notOk() {
        long ok = runs.stream().mapToLong(run -> run.all().ok()).sum();
        long all = runs.stream().mapToLong(run -> run.all().total()).sum();
        return ok == all ? "" : String.format(Locale.ROOT, " (%.2f %% not OK)", 100.0 * (all - ok) / all);
    }

    private static String name(double percentile) {
        return percentile == 100 ? "max" : "p" + String.valueOf(percentile).replaceFirst("\\.0$", "");
    }

    /** The figures, for programs. */
    public JsonObject json() {
        JsonObject millis = new JsonObject();
        Arrays.stream(PERCENTILES).forEach(p -> millis.put(name(p), millis(p)));
        JsonArray each = new JsonArray();
        runs.forEach(run -> each.add(new JsonObject()
                .put("okPerSecond", run.okPerSecond())
                .put("p50", run.millis(50))
                .put("p99", run.millis(99))
                .put("answers", run.all().toString())
                .put("unsent", run.unsent())
                .put("reconnects", run.reconnects())));
        return new JsonObject()
                .put("load", name)
                .put("offeredPerSecond", offered)
                .put("okPerSecond", rate())
                .put("commandsPerSecond", rate() * commands)
                .put("latencyMillis", millis)
                .put("runs", each);
    }
}
