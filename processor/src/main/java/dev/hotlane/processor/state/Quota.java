package dev.hotlane.processor.state;

import dev.hotlane.protocol.Verdict;

/**
 * Whether the lane has room for what a command made. Judged after its ops, so that an answer about the stock comes
 * first. A rejection is not remembered: the same command may come again. Owned by the state thread.
 */
final class Quota {
    /** After this time a caller may send the command again. */
    private static final long RETRY_AFTER_MS = 1_000;

    private final Counters counters;
    private final Holds holds;
    private final RejectionDetail problem;
    private int countersBefore;

    Quota(Counters counters, Holds holds, RejectionDetail problem) {
        this.counters = counters;
        this.holds = holds;
        this.problem = problem;
    }

    /** Begins a command, before its ops. */
    void begin() {
        countersBefore = counters.count();
    }

    /** Judges what the ops made, and the hold that the command is about to open. */
    Verdict judge(CommandContext at) {
        if (at.command.hold() && holds.open() >= at.rules.holdsMax()) {
            return exceeded(holds.open(), at.rules.holdsMax());
        }
        int count = counters.count();
        if (count > countersBefore && count > at.rules.countersMax()) {
            return exceeded(countersBefore, at.rules.countersMax());
        }
        return Verdict.OK;
    }

    private Verdict exceeded(long found, long limit) {
        problem.of(Verdict.QUOTA_EXCEEDED, found, limit);
        return problem.bound(Verdict.QUOTA_EXCEEDED, found, limit, RETRY_AFTER_MS);
    }
}
