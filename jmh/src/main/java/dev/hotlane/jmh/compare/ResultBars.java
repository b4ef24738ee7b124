package dev.hotlane.jmh.compare;

import dev.hotlane.infra.chart.Bars;
import java.util.List;
import java.util.Locale;

/** The rates of one pass as a picture; each bar carries what an answer of that contestant outlives. Stateless. */
final class ResultBars {
    private ResultBars() {}

    /** The results in their order; the first is Hotlane's. */
    static Bars of(ComparePlan plan, List<Result> results) {
        List<Bars.Bar> bars = results.stream()
                .map(result -> new Bars.Bar(Choice.title(result.code()), outlives(result.code()), result.rate()))
                .toList();
        String caption = String.format(
                Locale.ROOT,
                "%d cores for all, one hot key, %d connections, the same HTTP front; medians of %d run%s of %d s in turn.",
                Runtime.getRuntime().availableProcessors(),
                plan.connections(),
                plan.runs(),
                plan.runs() == 1 ? "" : "s",
                plan.duration().toSeconds());
        return new Bars("Sold a second, each total checked", bars, caption);
    }

    /** In words, of an answer that was given. */
    private static String outlives(String code) {
        Guarantee guarantee = Guarantee.of(code);
        String process = guarantee.keepsProcess() ? "survives kill -9" : "may be lost by kill -9";
        if (guarantee.keepsPower()) {
            return process + ", survives power loss";
        }
        return process
                + (guarantee.keepsPowerWithCopies()
                        ? ", survives power loss with 3 brokers"
                        : ", may be lost by power loss");
    }
}
