package dev.hotlane.jmh.compare;

import java.util.List;
import java.util.Locale;

/** Results as Markdown. Stateless. */
final class ResultTable {
    private ResultTable() {}

    /** What a reader must know before any figure. */
    static String conditions(ComparePlan plan) {
        return line(
                        "%d cores, %s, Java %s; one hot key, %d connections, every contestant behind HTTP in JVMs of"
                                + " its own, all on this machine.",
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name") + " " + System.getProperty("os.version"),
                        System.getProperty("java.version"),
                        plan.connections())
                + line(
                        "Closed loop (each connection sends when it is answered), %d run%s of %d s each in turn,"
                                + " medians; every total was right.",
                        plan.runs(),
                        plan.runs() == 1 ? "" : "s",
                        plan.duration().toSeconds())
                + (plan.open()
                        ? line("Open: the same at a fixed 70 %% of each one's own rate, measured from the intended"
                                + " time.")
                        : "");
    }

    /** One pass. The first result is Hotlane's, which all others are held against. */
    static String of(int roundTripMs, List<Result> results) {
        boolean open = results.stream().allMatch(Result::hasOpen);
        StringBuilder table = new StringBuilder(line("%n**%d ms to MySQL and back**%n", roundTripMs))
                .append(line(
                        "| | | sold/s (slowest, fastest run) | p50 ms | p90 | p99 |%s Hotlane : this | had to retry |",
                        open ? " open: /s | p50 | p99 |" : ""))
                .append(line("|---|---|---|---|---|---|%s---|---|", open ? "---|---|---|" : ""));
        double hotlane = results.get(0).rate();
        for (Result result : results) {
            table.append(line(
                    "| %s | %s | %s (%s, %s) | %s | %s | %s |%s %s | %s |",
                    Choice.isHotlane(result.code()) ? "" : result.code(),
                    Choice.title(result.code()),
                    rate(result.rate()),
                    rate(result.rateMin()),
                    rate(result.rateMax()),
                    millis(result.closedMillis(50)),
                    millis(result.closedMillis(90)),
                    millis(result.closedMillis(99)),
                    open ? openColumns(result) : "",
                    ratio(hotlane / result.rate()),
                    result.busyPercent() == 0 ? "" : text("%.1f %%", result.busyPercent())));
        }
        return table.toString();
    }

    private static String openColumns(Result result) {
        return " " + rate(result.openRate()) + " | " + millis(result.openMillis(50)) + " | "
                + millis(result.openMillis(99)) + " |";
    }

    /** What an answer is worth, by the contestant that gave it. */
    static String guarantees(Choice choice) {
        StringBuilder table = new StringBuilder(line("%n**What is left of an answered sale**%n"))
                .append(line(
                        "| | same id twice sells once | a process is killed | the machine is lost | its power goes |"))
                .append(line("|---|---|---|---|---|"));
        choice.codes().stream()
                .map(Guarantee::of)
                .distinct()
                .forEach(guarantee -> table.append(line(
                        "| %s | %s | %s | %s | %s |",
                        guarantee.who(),
                        guarantee.repeat(),
                        guarantee.process(),
                        guarantee.machine(),
                        guarantee.power())));
        return table.toString();
    }

    private static String rate(double perSecond) {
        return text(perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
    }

    private static String millis(double millis) {
        return text(millis < 10 ? "%.2f" : millis < 100 ? "%.1f" : "%,.0f", millis);
    }

    private static String ratio(double ratio) {
        if (!Double.isFinite(ratio)) {
            return "";
        }
        return text(ratio < 10 ? "%.2f" : ratio < 100 ? "%.1f" : "%,.0f", ratio);
    }

    private static String line(String format, Object... values) {
        return text(format, values) + "\n";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
