package dev.hotlane.infra.demo;

import dev.hotlane.client.CounterValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts the buyers' outcomes and writes their rows of the table. Filled on the thread {@code buyers}, read at its end. */
final class DemoOutcomes {
    private static final long LATENCY_MICROS_MAX = 60_000_000;
    private static final double MICROS_PER_MILLI = 1_000.0;

    private final AnswerTimes times = new AnswerTimes();
    private final Histogram latencyMicros = new Histogram(LATENCY_MICROS_MAX, 3);
    private final TreeMap<String, Integer> refusals = new TreeMap<>();
    private final Set<Integer> winners = new HashSet<>();
    private final List<DemoCall> duplicates = new ArrayList<>();
    private int reservations;
    private int walkedAway;
    private int cancelled;
    private int tooLate;
    private int sold;
    private int buyersAnswered;
    private int notExecuted;
    private int timedOut;
    private int noAnswer;
    private int learnedByRetry;
    private int learnedReplayed;
    private int greedy;
    private int greedyRefused;
    private long lastAnswerNanos;
    private long longestGapNanos;
    private long killedMillis;

    /** An attempt ended without an outcome: 503, 504 or 0 for no answer at all. */
    void unanswered(int status) {
        if (status == 503) {
            notExecuted++;
        } else if (status == 504) {
            timedOut++;
        } else {
            noAnswer++;
        }
    }

    void answered(DemoCall call) {
        long now = System.nanoTime();
        if (killedMillis != 0) {
            longestGapNanos = Math.max(longestGapNanos, now - lastAnswerNanos);
        }
        lastAnswerNanos = now;
        times.answered(call.startedNanos);
        latencyMicros.recordValue(Math.min((now - call.startedNanos) / 1_000, LATENCY_MICROS_MAX));
        if (call.unknown > 0) {
            learnedByRetry++;
            learnedReplayed += call.isReplayed() ? 1 : 0;
        }
        switch (call.purpose) {
            case HOLD -> asked(call);
            case COMEBACK -> reservations += call.isDone() ? 1 : 0;
            case DUPLICATE -> duplicates.add(call);
            case CONFIRM -> confirmed(call);
            case CANCEL -> {
                cancelled += call.isDone() ? 1 : 0;
                tooLate += call.refusedStatus() == 410 ? 1 : 0;
            }
            case GREEDY -> {
                greedy++;
                greedyRefused += "LIMIT_EXCEEDED".equals(call.code()) ? 1 : 0;
            }
        }
    }

    private void asked(DemoCall call) {
        buyersAnswered++;
        if (call.isDone()) {
            reservations++;
        } else {
            refusals.merge(call.refusedStatus() + " " + call.code(), 1, Integer::sum);
        }
    }

    private void confirmed(DemoCall call) {
        if (call.isDone()) {
            sold++;
            winners.add(call.buyer);
        } else {
            tooLate += call.refusedStatus() == 410 ? 1 : 0;
        }
    }

    /** A holder walked away. */
    void walkedAway() {
        walkedAway++;
    }

    /** From now on gaps between answers count as recovery. */
    void killed() {
        killedMillis = System.currentTimeMillis();
    }

    /** Epoch milliseconds of the kill; 0 before. */
    long killedMillis() {
        return killedMillis;
    }

    /** Times of all answers. */
    AnswerTimes times() {
        return times;
    }

    int buyersAnswered() {
        return buyersAnswered;
    }

    int reservations() {
        return reservations;
    }

    int sold() {
        return sold;
    }

    /** Adds the rows of a finished rush that took {@code seconds} to the table. */
    void writeTo(DemoReport report, Deal deal, CounterValue stock, double seconds) {
        report.claim("units paid and confirmed", sold, deal.units());
        report.claim("  the log says", stock.confirmed(), deal.units());
        report.claim("distinct winners", winners.size(), deal.units() / deal.limitPerBuyer());
        report.claim("units left", stock.value(), 0);
        report.claim("units still held", stock.held(), 0);
        writeReservations(report);
        refusals.forEach((code, count) -> report.count("refused: " + code, count));
        report.claim("buyers answered", buyersAnswered, deal.buyers());
        report.claim("winners who tried again, refused", greedyRefused, greedy);
        report.count("requests sent twice", duplicates.size());
        long differing = duplicates.stream().filter(DemoCall::differs).count();
        report.claim("  of those, answered differently", differing, 0);
        writeAttempts(report);
        writeTimes(report, seconds);
    }

    /** Every reservation ended in one of four ways; units not confirmed were sold again. */
    private void writeReservations(DemoReport report) {
        report.claim("reservations", reservations, sold + cancelled + walkedAway + tooLate);
        report.count("  walked away: expired, sold again", walkedAway);
        report.count("  cancelled, sold again", cancelled);
        report.count("  came too late to pay (410)", tooLate);
    }

    private void writeAttempts(DemoReport report) {
        report.count("attempts refused unexecuted (503)", notExecuted);
        report.row(
                "attempts of unknown outcome",
                String.format("%,d (504: %,d, no answer: %,d)", timedOut + noAnswer, timedOut, noAnswer));
        report.row(
                "  calls that had one, all resolved",
                String.format(
                        "%,d (had run before: %,d, ran now: %,d)",
                        learnedByRetry, learnedReplayed, learnedByRetry - learnedReplayed));
    }

    private void writeTimes(DemoReport report, double seconds) {
        long answers = latencyMicros.getTotalCount();
        report.row(
                "answers",
                String.format("%,d in %.1f s, outage included = %,.0f/s", answers, seconds, answers / seconds));
        report.row(
                "p50 / p99 from first try to answer",
                String.format(
                        "%.1f / %,.1f ms",
                        latencyMicros.getValueAtPercentile(50) / MICROS_PER_MILLI,
                        latencyMicros.getValueAtPercentile(99) / MICROS_PER_MILLI));
        long gapMillis = longestGapNanos / 1_000_000;
        report.row(
                "recovery after kill -9", String.format("%.1f s between two answers, by the standby", gapMillis / 1e3));
    }
}
