package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Verdict;

/**
 * Runs the ops of one command on the live counters: in order, each on the results of those before it, all or nothing.
 * The first op that fails decides the verdict, then the quota; what was done is undone. Owned by the state thread;
 * allocates nothing.
 */
final class Transaction {
    private final Counters counters;
    private final PassedBuckets passed;
    private final Quota quota;
    private final RejectionDetail problem;
    private final OpStep step;

    /** Per op: the slot it wrote or NONE, the numbers before and after it. */
    private final int[] slots = new int[CommandView.OPS_MAX];

    private final long[] previous = new long[CommandView.OPS_MAX];
    private final long[] foundVersion = new long[CommandView.OPS_MAX];
    private final long[] foundHeld = new long[CommandView.OPS_MAX];
    private final long[] foundConfirmed = new long[CommandView.OPS_MAX];
    private final long[] value = new long[CommandView.OPS_MAX];
    private final long[] version = new long[CommandView.OPS_MAX];

    private CommandView command;
    private long[] hashes;
    private long time;
    private long sequence;
    private long stockHeld;

    Transaction(Counters counters, PassedBuckets passed, Quota quota, RejectionDetail problem) {
        this.counters = counters;
        this.passed = passed;
        this.quota = quota;
        this.problem = problem;
        step = new OpStep(problem);
    }

    /** Runs the ops of that command; if OK the changes are in the counters and in its effects. */
    Verdict run(CommandContext at) {
        command = at.command;
        hashes = at.record.keyHashes;
        time = at.logTime;
        sequence = at.sequence;
        stockHeld = 0;
        Effects out = at.out;
        int count = command.opCount();
        quota.begin();
        for (int i = 0; i < count; i++) {
            Verdict verdict = runOp(i, out);
            if (verdict != Verdict.OK) {
                undo(i);
                return verdict;
            }
        }
        Verdict verdict = quota.judge(at);
        if (verdict != Verdict.OK) {
            undo(count);
            return verdict;
        }
        tell(count, out);
        return Verdict.OK;
    }

    private Verdict runOp(int i, Effects out) {
        int slot = counters.find(command.bytes(), command.keyOffset(i), command.keyLength(i), hashes[i]);
        if (counters.version(slot) < 0 && counters.value(slot) <= Gcra.nanos(time)) {
            passed.drop(slot, out);
            slot = counters.find(command.bytes(), command.keyOffset(i), command.keyLength(i), hashes[i]);
        }
        slots[i] = Counters.NONE;
        previous[i] = counters.value(slot);
        foundVersion[i] = counters.version(slot);
        foundHeld[i] = counters.held(slot);
        foundConfirmed[i] = counters.confirmed(slot);
        step.meet(previous[i], foundVersion[i], foundHeld[i], foundConfirmed[i]);
        Verdict verdict = step.run(command, i, time, sequence);
        if (verdict != Verdict.OK) {
            return verdict;
        }
        value[i] = step.value;
        version[i] = Math.abs(step.version);
        return step.writes ? write(i, slot) : Verdict.OK;
    }

    private Verdict write(int i, int found) {
        int slot = found;
        if (step.held > foundHeld[i]) {
            stockHeld += step.held - foundHeld[i];
            if (stockHeld < 0) {
                // A partial confirm adds up the units of all lines.
                return problem.bound(Verdict.OVERFLOW, Long.MAX_VALUE);
            }
        }
        if (slot == Counters.NONE) {
            slot = counters.acquire(command.bytes(), command.keyOffset(i), command.keyLength(i), hashes[i]);
        }
        slots[i] = slot;
        counters.set(slot, hashes[i], step.value, step.version, step.held, step.confirmed);
        return Verdict.OK;
    }

    private void undo(int count) {
        for (int i = count - 1; i >= 0; i--) {
            if (slots[i] != Counters.NONE) {
                counters.set(slots[i], hashes[i], previous[i], foundVersion[i], foundHeld[i], foundConfirmed[i]);
            }
        }
        settle(count);
    }

    private void tell(int count, Effects out) {
        byte[] bytes = command.bytes();
        for (int i = 0; i < count; i++) {
            if (slots[i] != Counters.NONE) {
                if (out.trace != null) {
                    out.trace.before(previous[i], foundVersion[i], foundHeld[i], foundConfirmed[i]);
                }
                out.counter(counters, slots[i], bytes, command.keyOffset(i), command.keyLength(i), hashes[i]);
            }
        }
        settle(count);
    }

    private void settle(int count) {
        for (int i = 0; i < count; i++) {
            if (slots[i] != Counters.NONE) {
                counters.settle(slots[i], hashes[i]);
            }
        }
    }

    long previous(int i) {
        return previous[i];
    }

    long value(int i) {
        return value[i];
    }

    /** The version that op i left, without the sign of a bucket. */
    long version(int i) {
        return version[i];
    }

    /** Whether the counter of op i was absent before it. */
    boolean isFresh(int i) {
        return foundVersion[i] == 0;
    }
}
