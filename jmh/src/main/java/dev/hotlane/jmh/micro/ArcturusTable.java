package dev.hotlane.jmh.micro;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The table of Arcturus' slides, measured here: one line for each way to take the same 1,000,000 transactions. */
public final class ArcturusTable {
    private static final String HEAD =
            "| keys | updates | | ms, median (best) | transactions/s | updates/s | updates per"
                    + " row | bytes allocated per transaction |%n|---|---|---|---|---|---|---|---|%n";
    private static final Map<String, String> NAMES = Map.of(
            "ring", "bare ring, look-up",
            "hBatching", "hBatching",
            "vBatching1", "vBatching, 1 marshaller",
            "vBatching2", "vBatching, 2 marshallers");

    private ArcturusTable() {}

    /** Runs with these options, and prints three lines of the table whenever they are known. */
    public static void print(Options options, PrintStream out) throws RunnerException {
        out.printf(
                "%d transactions, no I/O; %d cores, %s %s%nArcturus' slides: hBatching 1056 ms = 946,970/s,"
                        + " vBatching 1085 ms = 921,659/s%n%n",
                UpdateLog.TRANSACTIONS,
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"));
        out.printf(HEAD);
        for (String keys : List.of("1000", "1000000")) {
            for (String updates : List.of("1", "3", "10")) {
                ChainedOptionsBuilder lines = new OptionsBuilder()
                        .parent(options)
                        .include(ArcturusBenchmark.class.getSimpleName())
                        .verbosity(VerboseMode.SILENT)
                        .param("kind", "ring", "hBatching", "vBatching2")
                        .param("distinct", keys)
                        .param("updates", updates);
                new Runner(lines.build())
                        .run().stream().map(ArcturusTable::line).forEach(out::println);
            }
        }
    }

    private static String line(RunResult result) {
        Result<?> rate = result.getPrimaryResult();
        double median = rate.getStatistics().getPercentile(50);
        int updates = Integer.parseInt(result.getParams().getParam("updates"));
        double rows = score(result, "rows");
        return String.format(
                Locale.ROOT,
                "| %,d | %d | %s | %.1f (%.1f) | %,.0f | %,.0f | %s | %.2f |",
                Integer.parseInt(result.getParams().getParam("distinct")),
                updates,
                NAMES.get(result.getParams().getParam("kind")),
                millis(median),
                millis(rate.getStatistics().getMax()),
                median,
                median * updates,
                rows == 0 ? "-" : String.format(Locale.ROOT, "%,.2f", score(result, "updates") / rows),
                score(result, "gc.alloc.rate.norm"));
    }

    private static double score(RunResult result, String name) {
        return result.getSecondaryResults().get(name).getScore();
    }

    private static double millis(double transactionsPerSecond) {
        return UpdateLog.TRANSACTIONS * 1_000.0 / transactionsPerSecond;
    }
}
