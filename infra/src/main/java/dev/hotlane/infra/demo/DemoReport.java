package dev.hotlane.infra.demo;

import dev.hotlane.client.CounterValue;
import java.io.PrintStream;
import org.HdrHistogram.Histogram;

/** The table at the end of the demo, with a check of its values. One thread. */
final class DemoReport {
    private static final double MICROS_PER_MILLI = 1_000.0;

    private final PrintStream out;
    private boolean good = true;

    DemoReport(PrintStream out) {
        this.out = out;
    }

    /** Prints the table of a finished rush that took {@code seconds}. */
    void print(Deal deal, DemoOutcomes outcomes, CounterValue stock, double seconds, String recovery) {
        out.println();
        claim("units paid and confirmed", outcomes.sold(), deal.units());
        claim("  the log says", stock.confirmed(), deal.units());
        claim("distinct winners", outcomes.distinctWinners(), deal.units() / deal.limitPerBuyer());
        claim("units left", stock.value(), 0);
        claim("units still held", stock.held(), 0);
        reservations(outcomes);
        outcomes.refusals().forEach((code, count) -> row("refused: " + code, String.format("%,d", count)));
        claim("buyers answered", outcomes.buyersAnswered(), deal.buyers());
        claim("winners who tried again, refused", outcomes.greedyRefused(), outcomes.greedy());
        row("requests sent twice", String.format("%,d", outcomes.duplicates()));
        claim("  of those, answered differently", outcomes.duplicatesDiffering(), 0);
        row("attempts refused unexecuted (503)", String.format("%,d", outcomes.notExecuted()));
        row(
                "attempts of unknown outcome",
                String.format(
                        "%,d (504: %,d, no answer: %,d)",
                        outcomes.timedOut() + outcomes.noAnswer(), outcomes.timedOut(), outcomes.noAnswer()));
        row(
                "  calls that had one, all resolved",
                String.format(
                        "%,d (had run before: %,d, ran now: %,d)",
                        outcomes.learnedByRetry(),
                        outcomes.learnedReplayed(),
                        outcomes.learnedByRetry() - outcomes.learnedReplayed()));
        Histogram latency = outcomes.latencyMicros();
        row(
                "answers",
                String.format(
                        "%,d in %.1f s, outage included = %,.0f/s",
                        latency.getTotalCount(), seconds, latency.getTotalCount() / seconds));
        row(
                "p50 / p99 from first try to answer",
                String.format(
                        "%.1f / %,.1f ms",
                        latency.getValueAtPercentile(50) / MICROS_PER_MILLI,
                        latency.getValueAtPercentile(99) / MICROS_PER_MILLI));
        row("recovery after kill -9", recovery);
    }

    /** Every reservation ended in one of four ways; units not confirmed were sold again. */
    private void reservations(DemoOutcomes outcomes) {
        int ended = outcomes.sold() + outcomes.cancelled() + outcomes.walkers() + outcomes.tooLate();
        claim("reservations", outcomes.reservations(), ended);
        row("  walked away: expired, sold again", String.format("%,d", outcomes.walkers()));
        row("  cancelled, sold again", String.format("%,d", outcomes.cancelled()));
        row("  came too late to pay (410)", String.format("%,d", outcomes.tooLate()));
    }

    /** A row with an expected value. */
    void claim(String what, long found, long expected) {
        boolean holds = found == expected;
        good &= holds;
        row(what, String.format("%,d", found) + (holds ? "" : "   WRONG, expected " + expected));
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
