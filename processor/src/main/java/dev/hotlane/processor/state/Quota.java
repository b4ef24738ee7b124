package dev.hotlane.processor.state;

import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.StateBytes;
import dev.hotlane.protocol.Verdict;

/**
 * Whether the lane has room for what a command made. Judged after its ops, so that an answer about the stock comes
 * first. A rejection is not remembered: the same command may come again. Resolved holds leave where room is short, so
 * they count for nothing here. Owned by the state thread.
 */
final class Quota {
    /** After this time a caller may send the command again. */
    private static final long RETRY_AFTER_MS = 1_000;

    private final Counters counters;
    private final Holds holds;
    private final RejectionDetail problem;
    private int countersBefore;
    private long bytesBefore;

    Quota(Counters counters, Holds holds, RejectionDetail problem) {
        this.counters = counters;
        this.holds = holds;
        this.problem = problem;
    }

    /** Begins a command, before its ops. */
    void begin() {
        countersBefore = counters.count();
        bytesBefore = counters.bytes();
    }

    /** Judges what the ops made, and the hold that the command is about to open. */
    Verdict judge(CommandContext at) {
        boolean hold = at.command.hold();
        boolean grows = counters.count() > countersBefore || counters.bytes() > bytesBefore;
        // Most commands change counters that are there.
        return hold || grows ? judge(at, hold) : Verdict.OK;
    }

    private Verdict judge(CommandContext at, boolean hold) {
        Rules rules = at.rules;
        long tenant = at.command.id().tenant();
        if (hold && holds.open() >= rules.holdsMax()) {
            return exceeded(holds.open(), rules.holdsMax());
        }
        if (hold && holds.open(tenant) >= rules.tenantHoldsMax()) {
            return exceeded(holds.open(tenant), rules.tenantHoldsMax());
        }
        int count = counters.count();
        if (count > countersBefore && count > rules.countersMax()) {
            return exceeded(countersBefore, rules.countersMax());
        }
        long holdBytes = hold ? StateBytes.hold(NewHold.length(at), at.command.opCount(), tenant != 0) : 0;
        long after = counters.bytes() + holds.openBytes() + holdBytes;
        boolean heavier = hold || counters.bytes() > bytesBefore;
        return heavier && after > rules.stateBytesMax()
                ? exceeded(bytesBefore + holds.openBytes(), rules.stateBytesMax())
                : Verdict.OK;
    }

    private Verdict exceeded(long found, long limit) {
        problem.of(Verdict.QUOTA_EXCEEDED, found, limit);
        return problem.bound(Verdict.QUOTA_EXCEEDED, found, limit, RETRY_AFTER_MS);
    }
}
