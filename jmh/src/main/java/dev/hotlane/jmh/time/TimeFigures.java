package dev.hotlane.jmh.time;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Prints figures, and keeps what was not as it must be. One thread. */
final class TimeFigures {
    private final PrintStream out;
    private final List<String> faults = new ArrayList<>();

    TimeFigures(PrintStream out) {
        this.out = out;
    }

    /** Prints a figure; the format is that of {@link String#format}. */
    void row(String what, String format, Object... values) {
        out.printf(Locale.ROOT, "  %-28s %s%n", what, String.format(Locale.ROOT, format, values));
    }

    /** Notes a fault unless it holds. */
    void claim(String what, boolean holds) {
        if (!holds) {
            faults.add("not so: " + what);
        }
    }

    /** Prints the faults; true if there are none. */
    boolean end() {
        faults.forEach(fault -> out.println("  WRONG: " + fault));
        return faults.isEmpty();
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    static double median(List<Double> values) {
        return median(values.stream().mapToDouble(value -> value).toArray());
    }

    static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
