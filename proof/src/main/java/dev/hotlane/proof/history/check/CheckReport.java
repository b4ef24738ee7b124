package dev.hotlane.proof.history.check;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checker's result. Immutable.
 *
 * @param attempts calls in the history
 * @param ok of them, answered 2xx
 * @param refused of them, answered with a refusal
 * @param notExecuted of them, answered as not executed
 * @param unknown of them, without a known outcome
 * @param unknownInLog of the unknown ones, those with a record in the log
 * @param undone answered attempts whose record was lost with its log
 * @param records in the log
 * @param fromView local reads that a gateway's view answered
 * @param fromLane local reads that the lane answered
 * @param oldestMs greatest age of a local answer, in ms
 * @param events of the change feed that were compared
 * @param findings number of differences by kind, in capitals; empty for none
 * @param details the first differences of each kind, in words
 */
public record CheckReport(
        long attempts,
        long ok,
        long refused,
        long notExecuted,
        long unknown,
        long unknownInLog,
        long undone,
        long records,
        long fromView,
        long fromLane,
        long oldestMs,
        long events,
        Map<String, Long> findings,
        List<String> details) {

    /** Whether there is no difference. */
    public boolean passed() {
        return findings.isEmpty();
    }

    /** Answered commands and reads without a record. */
    public long lost() {
        return findings.getOrDefault("LOST", 0L);
    }

    /** Ids that ran twice. */
    public long duplicates() {
        return findings.getOrDefault("DUPLICATE", 0L);
    }

    /** Values beyond their bound. */
    public long oversold() {
        return findings.getOrDefault("OVERSOLD", 0L);
    }

    /** The figures in one line. */
    public String summary() {
        return String.format(
                "%s: %,d attempts (%,d ok, %,d refused, %,d not executed, %,d unknown of which %,d ran%s) against %,d "
                        + "records%s%s: lost %d, duplicates %d, oversold %d%s",
                passed() ? "passed" : "FAILED",
                attempts,
                ok,
                refused,
                notExecuted,
                unknown,
                unknownInLog,
                undone == 0 ? "" : String.format(", %,d undone by the loss of the log", undone),
                records,
                locally(),
                events == 0 ? "" : String.format(", %,d events of the feed", events),
                lost(),
                duplicates(),
                oversold(),
                passed() ? "" : ", findings " + new TreeMap<>(findings));
    }

    private String locally() {
        return fromView + fromLane == 0
                ? ""
                : String.format(
                        ", %,d local reads from views, %,d from the lane, oldest %,d ms", fromView, fromLane, oldestMs);
    }
}
