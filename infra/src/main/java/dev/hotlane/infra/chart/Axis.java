package dev.hotlane.infra.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One axis of a chart. Immutable.
 *
 * @param logarithmic whether equal distances are equal ratios; then from is above 0
 */
public record Axis(String label, double from, double to, boolean logarithmic, List<Tick> ticks) {
    private static final int STEPS = 5;

    /** With more powers of ten than that only they have ticks. */
    private static final double FINE_RATIO_MAX = 1e4;

    /** A mark with its text. */
    public record Tick(double at, String text) {}

    /** The ticks are copied. */
    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** From 0 to at least that value, with round ticks. */
    public static Axis linear(String label, double max) {
        double raw = Math.max(max, 1e-9) / STEPS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = Stream.of(1.0, 2.0, 2.5, 5.0, 10.0)
                .map(round -> round * power)
                .filter(round -> round >= raw * 0.999)
                .findFirst()
                .orElse(10 * power);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i == 0 || (i - 1) * step < max; i++) {
            ticks.add(new Tick(i * step, number(i * step)));
        }
        return new Axis(label, 0, ticks.get(ticks.size() - 1).at(), false, ticks);
    }

    /** Holds both values; ticks at 1, 2 and 5 of every power of ten, or at the powers alone when there are many. */
    public static Axis logarithmic(String label, double min, double max) {
        double[] steps = max / min > FINE_RATIO_MAX ? new double[] {1} : new double[] {1, 2, 5};
        double from = Math.pow(10, Math.floor(Math.log10(min)));
        List<Tick> ticks = new ArrayList<>();
        for (double power = from; ticks.isEmpty() || last(ticks) < max; power *= 10) {
            for (int i = 0; i < steps.length && (ticks.isEmpty() || last(ticks) < max); i++) {
                ticks.add(new Tick(power * steps[i], number(power * steps[i])));
            }
        }
        while (ticks.size() > 2 && ticks.get(1).at() <= min) {
            ticks.remove(0);
        }
        return new Axis(label, ticks.get(0).at(), last(ticks), true, ticks);
    }

    /** Percentiles by their nines: 0, 90, 99 ... at equal distances; see {@link #nines}. */
    public static Axis percentiles(int nines) {
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0"), new Tick(nines(50), "50")));
        String text = "90";
        for (int i = 1; i <= nines; i++) {
            ticks.add(new Tick(i, text));
            text = i == 1 ? "99" : i == 2 ? "99.9" : text + "9";
        }
        return new Axis("percentile", 0, nines, false, ticks);
    }

    /** Where a percentile below 100 stands on the axis of percentiles: 90 at 1, 99 at 2, 99.9 at 3. */
    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    /** Where a value stands, from 0 to 1; what is outside stands at the end. */
    double place(double value) {
        double place = logarithmic
                ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return Math.min(1, Math.max(0, place));
    }

    private static double last(List<Tick> ticks) {
        return ticks.get(ticks.size() - 1).at();
    }

    private static String number(double value) {
        if (value >= 1e6) {
            return trimmed(value / 1e6) + "M";
        }
        return value >= 1e4 ? trimmed(value / 1e3) + "k" : trimmed(value);
    }

    private static String trimmed(double value) {
        String text = String.format(Locale.ROOT, "%.4f", value);
        return text.replaceFirst("\\.?0+$", "");
    }
}
