package dev.hotlane.jmh.lane.http;

import dev.hotlane.jmh.figures.Median;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sales a second under several conditions that take turns, each beside the first one in the same round. One thread. */
public final class SalesInTurn {
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    /** Of conditions by name; the others are compared with the first one. */
    public SalesInTurn(List<String> names) {
        names.forEach(name -> rates.put(name, new ArrayList<>()));
    }

    /** Adds the figure of a round. */
    public void add(String name, double perSecond) {
        rates.get(name).add(perSecond);
    }

    /**
     * A row for each condition; every condition has had the same number of rounds, at least one.
     *
     * @param what is sold
     * @param ratio heads the columns of the ratios, such as "with : without"
     */
    public String table(String what, String ratio) {
        List<Double> base = rates.values().iterator().next();
        StringBuilder table = new StringBuilder("| " + what + " | a second, median (least, most) | " + ratio
                + ", of the medians | of each round, median (least, most) |\n|---|---|---|---|\n");
        rates.forEach((name, own) -> {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < own.size(); i++) {
                ratios.add(own.get(i) / base.get(i));
            }
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.3f | %s |%n",
                    name,
                    spread("%,.0f", own),
                    Median.of(own) / Median.of(base),
                    spread("%.3f", ratios)));
        });
        return table.toString();
    }

    private static String spread(String form, List<Double> values) {
        return String.format(
                Locale.ROOT,
                form + " (" + form + ", " + form + ")",
                Median.of(values),
                Collections.min(values),
                Collections.max(values));
    }
}
