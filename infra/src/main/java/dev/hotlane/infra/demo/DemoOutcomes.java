package dev.hotlane.infra.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts the buyers' outcomes. Filled on the thread {@code buyers}, read when they are done. */
final class DemoOutcomes {
    private static final long LATENCY_MICROS_MAX = 60_000_000;

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
    private boolean killed;

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
        if (killed) {
            longestGapNanos = Math.max(longestGapNanos, now - lastAnswerNanos);
        }
        lastAnswerNanos = now;
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
        killed = true;
    }

    int buyersAnswered() {
        return buyersAnswered;
    }

    int reservations() {
        return reservations;
    }

    int walkers() {
        return walkedAway;
    }

    int cancelled() {
        return cancelled;
    }

    int tooLate() {
        return tooLate;
    }

    int sold() {
        return sold;
    }

    int distinctWinners() {
        return winners.size();
    }

    TreeMap<String, Integer> refusals() {
        return refusals;
    }

    int notExecuted() {
        return notExecuted;
    }

    int timedOut() {
        return timedOut;
    }

    int noAnswer() {
        return noAnswer;
    }

    int learnedByRetry() {
        return learnedByRetry;
    }

    int learnedReplayed() {
        return learnedReplayed;
    }

    int duplicates() {
        return duplicates.size();
    }

    /** Pairs of the same request with different answers. */
    long duplicatesDiffering() {
        return duplicates.stream().filter(DemoCall::differs).count();
    }

    int greedy() {
        return greedy;
    }

    int greedyRefused() {
        return greedyRefused;
    }

    long longestGapMillis() {
        return longestGapNanos / 1_000_000;
    }

    Histogram latencyMicros() {
        return latencyMicros;
    }
}
