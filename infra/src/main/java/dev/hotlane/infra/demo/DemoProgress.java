package dev.hotlane.infra.demo;

import java.io.PrintStream;

/** A progress bar on one line of a terminal, or a line per tenth of the buyers elsewhere. Any thread. */
final class DemoProgress {
    private static final int WIDTH = 40;
    private static final int STEPS = 10;

    private final PrintStream out;
    private final boolean terminal;
    private final int total;
    private int shown = -1;

    DemoProgress(PrintStream out, boolean terminal, int total) {
        this.out = out;
        this.terminal = terminal;
        this.total = total;
    }

    synchronized void at(int count) {
        int step = (int) ((long) count * (terminal ? WIDTH : STEPS) / total);
        if (step == shown) {
            return;
        }
        shown = step;
        if (terminal) {
            out.printf("\r  [%s%s] %,d of %,d buyers", "#".repeat(step), ".".repeat(WIDTH - step), count, total);
            if (count == total) {
                out.println();
            }
        } else if (step > 0) {
            out.printf("  %,d of %,d buyers have their answer%n", count, total);
        }
    }

    /** Prints a line about an event. */
    synchronized void say(String line) {
        out.println((terminal ? "\n" : "") + "  " + line);
    }
}
