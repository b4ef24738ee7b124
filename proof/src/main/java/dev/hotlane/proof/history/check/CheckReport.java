package dev.hotlane.proof.history.check;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the checker found. Immutable.
 *
 * @param attempts calls in the history
 * @param ok of them, told 2xx
 * @param refused of them, decided by the lane as a refusal
 * @param notExecuted of them, told so
 * @param unknown of them, never told what they came to
 * @param unknownInLog of these, found in the log: they took effect
 * @param undone of all, told what they came to, and then lost with the log that held them
 * @param records in the log
 * @param findings number of findings by kind, in capitals; empty if all is well
 * @param told the first findings of each kind, in words
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
        Map<String, Long> findings,
        List<String> told) {

    /** Whether nothing was found. */
    public boolean passed() {
        return findings.isEmpty();
    }

    /** Acknowledged commands without a record. */
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

    /** All in one line. */
    public String summary() {
        return String.format(
                "%s: %,d attempts (%,d ok, %,d refused, %,d not executed, %,d unknown of which %,d ran%s) against %,d "
                        + "records: lost %d, duplicates %d, oversold %d%s",
                passed() ? "passed" : "FAILED",
                attempts,
                ok,
                refused,
                notExecuted,
                unknown,
                unknownInLog,
                undone == 0 ? "" : String.format(", %,d undone by the loss of the log", undone),
                records,
                lost(),
                duplicates(),
                oversold(),
                passed() ? "" : ", findings " + new TreeMap<>(findings));
    }
}
