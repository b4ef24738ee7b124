package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpTable;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;

/**
 * One op on the numbers of one counter: {@link #meet} sets them, {@link #run} computes the new ones. Writes nothing.
 * Owned by the state thread; allocates nothing.
 */
final class OpStep {
    private static final int DELTA = ArgName.DELTA.value();
    private static final int VALUE = ArgName.VALUE.value();
    private static final int MIN = ArgName.MIN.value();
    private static final int MAX = ArgName.MAX.value();
    private static final int IF_VALUE = ArgName.IF_VALUE.value();
    private static final int IF_VERSION = ArgName.IF_VERSION.value();
    private static final int NOT_BEFORE = ArgName.NOT_BEFORE.value();
    private static final int NOT_AFTER = ArgName.NOT_AFTER.value();

    private final RejectionDetail problem;

    /** The numbers before the op and, after {@link #run}, those after it. A version below 0 marks a bucket. */
    long previous;

    long value;
    long version;
    long held;
    long confirmed;

    /** Whether the op changes the numbers. */
    boolean writes;

    private CommandView command;
    private int op;
    private long time;
    private long sequence;

    OpStep(RejectionDetail problem) {
        this.problem = problem;
    }

    /** Sets the numbers before the op. */
    void meet(long value, long version, long held, long confirmed) {
        previous = value;
        this.value = value;
        this.version = version;
        this.held = held;
        this.confirmed = confirmed;
        writes = false;
    }

    /** Runs op i at log time {@code now} with {@code ownSequence}; the numbers are its result only if OK. */
    Verdict run(CommandView ops, int i, long now, long ownSequence) {
        command = ops;
        op = i;
        time = now;
        sequence = ownSequence;
        problem.met(i, previous);
        Verdict verdict = conditions();
        if (verdict != Verdict.OK) {
            return verdict;
        }
        return switch (OpTable.kind(ops.opKind(i))) {
            case ADD -> add();
            case SET -> set();
            case CHECK -> check();
            case TAKE -> take();
            case REMOVE -> remove();
            case LINE, NULL_VAL -> throw new IllegalStateException("no op of a transaction: " + ops.opKind(i));
        };
    }

    /** Conditions of most ops on the counter's version and value. A bucket has no value to count. */
    private Verdict conditions() {
        if ((command.opFlags(op) & Op.IF_ABSENT) != 0 && version != 0) {
            return Verdict.EXISTS;
        }
        if (command.has(op, IF_VERSION) && command.arg(op, IF_VERSION) != Math.abs(version)) {
            return problem.bound(Verdict.VERSION_MISMATCH, Math.abs(version));
        }
        boolean ifValue = command.has(op, IF_VALUE);
        if (ifValue && (version < 0 || command.arg(op, IF_VALUE) != value)) {
            return problem.bound(Verdict.VALUE_MISMATCH, command.arg(op, IF_VALUE));
        }
        boolean counts = command.opKind(op) == OpKind.ADD.value() || command.has(op, MIN) || command.has(op, MAX);
        return version < 0 && counts ? Verdict.VALUE_MISMATCH : Verdict.OK;
    }

    private Verdict add() {
        long delta = command.arg(op, DELTA);
        boolean noMin = (command.opFlags(op) & Op.NO_MIN) != 0;
        boolean noMax = !command.has(op, MAX);
        long min = command.has(op, MIN) ? command.arg(op, MIN) : noMin ? Long.MIN_VALUE : 0;
        long max = noMax ? Long.MAX_VALUE : command.arg(op, MAX);
        if ((command.opFlags(op) & Op.CLAMP) != 0) {
            return leave(Clamp.add(previous, delta, min, max));
        }
        long after = previous + delta;
        boolean overflow = ((previous ^ after) & (delta ^ after)) < 0;
        boolean above = overflow ? delta > 0 : after > max;
        boolean below = overflow ? delta < 0 : after < min;
        if (above) {
            return problem.bound(overflow && noMax ? Verdict.OVERFLOW : Verdict.LIMIT_EXCEEDED, max);
        }
        if (below) {
            return problem.bound(overflow && noMin ? Verdict.OVERFLOW : Verdict.INSUFFICIENT, min);
        }
        return command.hold() ? hold(-delta, after) : leave(after);
    }

    /** The sum of held units must not overflow, as on hand is value + held. */
    private Verdict hold(long quantity, long after) {
        long sum = held + quantity;
        if (((held ^ sum) & (quantity ^ sum)) < 0) {
            return problem.bound(Verdict.OVERFLOW, quantity > 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
        }
        held = sum;
        return leave(after);
    }

    private Verdict set() {
        long wanted = command.arg(op, VALUE);
        long apart = (command.opFlags(op) & Op.ON_HAND) != 0 ? held : 0;
        long after = wanted - apart;
        if (((wanted ^ apart) & (wanted ^ after)) < 0) {
            return problem.bound(Verdict.OVERFLOW, wanted);
        }
        return leave(after);
    }

    private Verdict leave(long after) {
        value = after;
        version = sequence;
        writes = true;
        return Verdict.OK;
    }

    private Verdict check() {
        if (command.has(op, NOT_BEFORE) && time < command.arg(op, NOT_BEFORE)) {
            long opens = command.arg(op, NOT_BEFORE);
            return problem.bound(Verdict.NOT_OPEN, value, opens, opens - time);
        }
        if (command.has(op, NOT_AFTER) && time > command.arg(op, NOT_AFTER)) {
            return problem.bound(Verdict.CLOSED, command.arg(op, NOT_AFTER));
        }
        if (command.has(op, MAX) && value > command.arg(op, MAX)) {
            return problem.bound(Verdict.LIMIT_EXCEEDED, command.arg(op, MAX));
        }
        if (command.has(op, MIN) && value < command.arg(op, MIN)) {
            return problem.bound(Verdict.INSUFFICIENT, command.arg(op, MIN));
        }
        return Verdict.OK;
    }

    /** A key with units held or confirmed belongs to a counter, even while the counter is absent. */
    private Verdict take() {
        if (version > 0 || version == 0 && (held | confirmed) != 0) {
            return Verdict.VALUE_MISMATCH;
        }
        long tokens = command.arg(op, ArgName.TOKENS.value());
        long burst = command.arg(op, ArgName.BURST.value());
        long interval =
                Gcra.interval(command.arg(op, ArgName.COUNT.value()), command.arg(op, ArgName.PERIOD_MS.value()));
        long now = Gcra.nanos(time);
        if (tokens == 0) {
            return Verdict.OK;
        }
        long after = Gcra.after(previous, now, tokens, interval);
        if (!Gcra.allows(after, now, interval, burst)) {
            long left = Gcra.remaining(previous, now, interval, burst);
            long laterMs = Gcra.retryAfterMs(previous, now, tokens, interval, burst);
            return problem.bound(Verdict.RATE_LIMITED, left, burst, laterMs);
        }
        leave(after);
        version = -sequence;
        return Verdict.OK;
    }

    /** Held units return when their hold ends. */
    private Verdict remove() {
        writes = version != 0 || confirmed != 0;
        value = 0;
        version = 0;
        confirmed = 0;
        return Verdict.OK;
    }
}
