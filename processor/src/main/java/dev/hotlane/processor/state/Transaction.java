package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;

/**
 * Runs the ops of one command on the live counters: in order, each seeing those before it, all or nothing. The first
 * op that fails decides the verdict, and everything is as it was. Owned by the state thread; allocates nothing.
 */
final class Transaction {
    private static final int ADD = OpKind.ADD.value();
    private static final int SET = OpKind.SET.value();
    private static final int CHECK = OpKind.CHECK.value();
    private static final int REMOVE = OpKind.REMOVE.value();
    private static final int DELTA = ArgName.DELTA.value();
    private static final int VALUE = ArgName.VALUE.value();
    private static final int MIN = ArgName.MIN.value();
    private static final int MAX = ArgName.MAX.value();
    private static final int IF_VALUE = ArgName.IF_VALUE.value();
    private static final int IF_VERSION = ArgName.IF_VERSION.value();
    private static final int NOT_BEFORE = ArgName.NOT_BEFORE.value();
    private static final int NOT_AFTER = ArgName.NOT_AFTER.value();

    private final Counters counters;
    private final long[] previous = new long[CommandView.OPS_MAX];
    private final long[] value = new long[CommandView.OPS_MAX];
    private final long[] version = new long[CommandView.OPS_MAX];

    /** Per op: the slot it wrote, or NONE; its hash; and the version that it found. */
    private final int[] slots = new int[CommandView.OPS_MAX];

    private final long[] hashes = new long[CommandView.OPS_MAX];
    private final long[] foundVersion = new long[CommandView.OPS_MAX];

    private CommandView command;
    private Rules rules;
    private long time;
    private long sequence;
    private int failedOp;
    private long available;
    private long limit;
    private long retryAfterMs;

    Transaction(Counters counters) {
        this.counters = counters;
    }

    /** Whether this build knows what to do with every op of the command. */
    static boolean knows(CommandView command) {
        for (int i = 0; i < command.opCount(); i++) {
            int kind = command.opKind(i);
            if (kind != ADD && kind != SET && kind != CHECK && kind != REMOVE) {
                return false;
            }
        }
        return true;
    }

    /** Hashes the keys of a command that is perhaps to run next, and has the counters looked for early. */
    void touch(CommandView ops) {
        for (int i = 0; i < ops.opCount(); i++) {
            hashes[i] = counters.hash(ops.bytes(), ops.keyOffset(i), ops.keyLength(i));
            counters.touch(hashes[i]);
        }
    }

    /** Runs what was touched last, at log time {@code now} as {@code ownSequence}; if OK the changes are made and told. */
    Verdict run(CommandView ops, Rules inForce, long now, long ownSequence, Effects out) {
        command = ops;
        rules = inForce;
        time = now;
        sequence = ownSequence;
        int count = ops.opCount();
        for (int i = 0; i < count; i++) {
            Verdict verdict = runOp(i);
            if (verdict != Verdict.OK) {
                failedOp = i;
                undo(i);
                return verdict;
            }
        }
        failedOp = ReplyWriter.NO_OP;
        tell(count, out);
        return Verdict.OK;
    }

    private Verdict runOp(int i) {
        int slot = counters.find(command.bytes(), command.keyOffset(i), command.keyLength(i), hashes[i]);
        slots[i] = Counters.NONE;
        previous[i] = counters.value(slot);
        foundVersion[i] = counters.version(slot);
        limit = 0;
        retryAfterMs = 0;
        available = previous[i];
        Verdict verdict = conditions(i);
        if (verdict != Verdict.OK) {
            return verdict;
        }
        int kind = command.opKind(i);
        if (kind == ADD) {
            verdict = add(i);
        } else if (kind == SET) {
            verdict = set(i, slot);
        } else if (kind == CHECK) {
            return check(i);
        } else {
            return remove(i, slot);
        }
        return verdict == Verdict.OK ? write(i, slot) : verdict;
    }

    /** What set, check and remove have in common: the caller's idea of the counter must be right. */
    private Verdict conditions(int i) {
        if ((command.opFlags(i) & Op.IF_ABSENT) != 0 && foundVersion[i] != 0) {
            return Verdict.EXISTS;
        }
        if (command.has(i, IF_VERSION) && command.arg(i, IF_VERSION) != foundVersion[i]) {
            limit = foundVersion[i];
            return Verdict.VERSION_MISMATCH;
        }
        if (command.has(i, IF_VALUE) && command.arg(i, IF_VALUE) != previous[i]) {
            limit = command.arg(i, IF_VALUE);
            return Verdict.VALUE_MISMATCH;
        }
        return Verdict.OK;
    }

    private Verdict add(int i) {
        long delta = command.arg(i, DELTA);
        long before = previous[i];
        boolean noMin = (command.opFlags(i) & Op.NO_MIN) != 0;
        boolean noMax = !command.has(i, MAX);
        long min = command.has(i, MIN) ? command.arg(i, MIN) : noMin ? Long.MIN_VALUE : 0;
        long max = noMax ? Long.MAX_VALUE : command.arg(i, MAX);
        if ((command.opFlags(i) & Op.CLAMP) != 0) {
            value[i] = Clamp.add(before, delta, min, max);
            return Verdict.OK;
        }
        long after = before + delta;
        boolean overflow = ((before ^ after) & (delta ^ after)) < 0;
        boolean above = overflow ? delta > 0 : after > max;
        boolean below = overflow ? delta < 0 : after < min;
        if (above) {
            limit = max;
            return overflow && noMax ? Verdict.OVERFLOW : Verdict.LIMIT_EXCEEDED;
        }
        if (below) {
            limit = min;
            return overflow && noMin ? Verdict.OVERFLOW : Verdict.INSUFFICIENT;
        }
        value[i] = after;
        return Verdict.OK;
    }

    private Verdict set(int i, int slot) {
        long wanted = command.arg(i, VALUE);
        long held = (command.opFlags(i) & Op.ON_HAND) != 0 ? counters.held(slot) : 0;
        long after = wanted - held;
        if (((wanted ^ held) & (wanted ^ after)) < 0) {
            limit = wanted;
            return Verdict.OVERFLOW;
        }
        value[i] = after;
        return Verdict.OK;
    }

    private Verdict check(int i) {
        value[i] = previous[i];
        version[i] = foundVersion[i];
        if (command.has(i, NOT_BEFORE) && time < command.arg(i, NOT_BEFORE)) {
            limit = command.arg(i, NOT_BEFORE);
            retryAfterMs = limit - time;
            return Verdict.NOT_OPEN;
        }
        if (command.has(i, NOT_AFTER) && time > command.arg(i, NOT_AFTER)) {
            limit = command.arg(i, NOT_AFTER);
            return Verdict.CLOSED;
        }
        if (command.has(i, MAX) && previous[i] > command.arg(i, MAX)) {
            limit = command.arg(i, MAX);
            return Verdict.LIMIT_EXCEEDED;
        }
        if (command.has(i, MIN) && previous[i] < command.arg(i, MIN)) {
            limit = command.arg(i, MIN);
            return Verdict.INSUFFICIENT;
        }
        return Verdict.OK;
    }

    private Verdict write(int i, int found) {
        int slot = found;
        if (foundVersion[i] == 0 && counters.count() >= rules.countersMax()) {
            available = counters.count();
            limit = rules.countersMax();
            return Verdict.LIMIT_EXCEEDED;
        }
        if (slot == Counters.NONE) {
            slot = counters.acquire(command.bytes(), command.keyOffset(i), command.keyLength(i), hashes[i]);
        }
        version[i] = sequence;
        put(i, slot, value[i], sequence);
        return Verdict.OK;
    }

    /** The counter stays in its slot, absent, until the command is done: a later op may bring it back. */
    private Verdict remove(int i, int slot) {
        value[i] = 0;
        version[i] = 0;
        if (slot != Counters.NONE) {
            put(i, slot, 0, 0);
        }
        return Verdict.OK;
    }

    private void put(int i, int slot, long newValue, long newVersion) {
        slots[i] = slot;
        counters.set(slot, hashes[i], newValue, newVersion, counters.held(slot), counters.confirmed(slot));
    }

    private void undo(int count) {
        for (int i = count - 1; i >= 0; i--) {
            if (slots[i] != Counters.NONE) {
                put(i, slots[i], previous[i], foundVersion[i]);
            }
        }
        settle(count);
    }

    private void tell(int count, Effects out) {
        byte[] bytes = command.bytes();
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            if (slot == Counters.NONE) {
                continue;
            }
            int key = command.keyOffset(i);
            int length = command.keyLength(i);
            long now = counters.version(slot);
            if (now == 0) {
                out.removal(bytes, key, length, hashes[i]);
            } else {
                long held = counters.held(slot);
                out.change(bytes, key, length, hashes[i], counters.value(slot), now, held, counters.confirmed(slot));
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

    long version(int i) {
        return version[i];
    }

    /** The op that decided a rejection, or 255. */
    int failedOp() {
        return failedOp;
    }

    /** The value that op met. */
    long available() {
        return available;
    }

    /** The bound it would have crossed; for a VERSION_MISMATCH the version it met. */
    long limit() {
        return limit;
    }

    long retryAfterMs() {
        return retryAfterMs;
    }
}
