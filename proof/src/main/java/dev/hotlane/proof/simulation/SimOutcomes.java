package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.model.ModelOp;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the outcome of each id by the product's answers alone: it ran once, with the same answer always, and whole or
 * not at all.
 */
final class SimOutcomes {
    private static final List<String> PAIR = List.of(OrderMeanings.PAIR_LEFT, OrderMeanings.PAIR_RIGHT);

    private final Truth truth;
    private final Map<String, ModelAnswer> first = new HashMap<>();
    private final Map<String, LogEntry> firstContent = new HashMap<>();
    private final Set<String> quarantined = new HashSet<>();

    SimOutcomes(Truth truth) {
        this.truth = truth;
    }

    /** An operator skipped that record before any caller had an answer to it or to a later one. */
    void takenOut(long target) {
        forget(target);
        boolean kept = target > 0
                && truth.at(target).remembered() > truth.at(target - 1).remembered();
        if (kept && truth.record(target).said() instanceof LogEntry.Command command) {
            quarantined.add(command.id());
        }
    }

    /** What came to be from that offset on is void. */
    void forget(long from) {
        first.values().removeIf(answer -> answer.sequence() >= from);
        firstContent.keySet().retainAll(first.keySet());
    }

    void examine(long offset, ModelAnswer answer) {
        LogEntry said = truth.record(offset).said();
        if (!(said instanceof LogEntry.Command command) || answer.refused()) {
            return;
        }
        allOrNothing(offset, command, answer);
        if (ModelIds.id(command.id()).startsWith("opaque")) {
            // An id without a time names the same command within the window only.
            return;
        }
        require(
                !quarantined.contains(command.id()) || answer.verdict() == Verdict.QUARANTINED,
                "I22",
                () -> command + " was taken out by a SKIP, and yet came to " + answer);
        ModelAnswer before = first.putIfAbsent(command.id(), answer);
        LogEntry content = firstContent.putIfAbsent(command.id(), command);
        if (before == null) {
            return;
        }
        require(
                answer.replayed(),
                "I7",
                () -> command + " ran at offset " + before.sequence() + " and again at " + offset + ": " + answer);
        require(
                !command.equals(content) || before.verdict() == Verdict.ABANDONED || answer.sameOutcome(before),
                "I8",
                () -> command + " came to\n  " + before + "\nand then to\n  " + answer);
    }

    private static void allOrNothing(long offset, LogEntry.Command command, ModelAnswer answer) {
        boolean pair = command instanceof LogEntry.Transact transact
                && transact.ops().size() > 1
                && PAIR.equals(
                        transact.ops().subList(0, 2).stream().map(ModelOp::key).toList());
        if (pair && answer.verdict() == Verdict.OK && !answer.results().isEmpty()) {
            ModelAnswer.Result left = answer.results().get(0);
            ModelAnswer.Result right = answer.results().get(1);
            require(
                    left.value() == right.value() && left.previous() == right.previous(),
                    "I17",
                    () -> "offset " + offset + " found or left one half of a pair without the other: " + answer);
            require(left.value() >= 0, "I11", () -> "offset " + offset + " oversold: " + answer);
        }
    }
}
