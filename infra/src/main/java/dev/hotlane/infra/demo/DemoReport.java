package dev.hotlane.infra.demo;

import java.io.PrintStream;

/** The table at the end of the demo, with a check of its values. One thread. */
final class DemoReport {
    private final PrintStream out;
    private boolean good = true;

    DemoReport(PrintStream out) {
        this.out = out;
    }

    /** A row with an expected value. */
    void claim(String what, long found, long expected) {
        boolean holds = found == expected;
        good &= holds;
        row(what, String.format("%,d", found) + (holds ? "" : "   WRONG, expected " + expected));
    }

    /** A row with a number without an expected value. */
    void count(String what, long found) {
        row(what, String.format("%,d", found));
    }

    /** A row without an expected value. */
    void row(String what, String value) {
        out.printf("  %-36s %s%n", what, value);
    }

    /** The result of the database's verification. */
    void verified(boolean equal, String line) {
        good &= equal;
        out.println();
        out.println("  " + line);
    }

    boolean isGood() {
        return good;
    }
}
