package dev.hotlane.jmh.time;

import java.io.PrintStream;
import java.util.Locale;

/** Prints figures, and what is not as it must be. One thread. */
final class TimeFigures {
    private final PrintStream out;
    private boolean good = true;

    TimeFigures(PrintStream out) {
        this.out = out;
    }

    /** Prints a figure; the format is that of {@link String#format}. */
    void row(String what, String format, Object... values) {
        out.printf(Locale.ROOT, "  %-28s %s%n", what, String.format(Locale.ROOT, format, values));
    }

    /** Prints a fault unless it holds. */
    void claim(String what, boolean holds) {
        if (!holds) {
            good = false;
            out.println("  WRONG: not so: " + what);
        }
    }

    /** Whether all that was claimed holds. */
    boolean isGood() {
        return good;
    }

    static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
