package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which ops there are, and what those of one command do to counters, in order, or why they may not. Belongs to one
 * thread.
 */
public final class OpRules {
    /** What an op does, and which numbers and marks it must and may have. */
    public enum Kind {
        /** Adds DELTA within MIN (0 unless NO_MIN) and MAX. */
        ADD(Set.of(Arg.DELTA), Set.of(Arg.MIN, Arg.MAX), Set.of(Flag.CLAMP, Flag.NO_MIN)),
        /** Writes VALUE. */
        SET(Set.of(Arg.VALUE), Set.of(Arg.IF_VALUE, Arg.IF_VERSION), Set.of(Flag.IF_ABSENT, Flag.ON_HAND)),
        /** Deletes the counter. */
        REMOVE(Set.of(), Set.of(Arg.IF_VALUE, Arg.IF_VERSION), Set.of()),
        /** Changes nothing; rejects the command unless its bounds hold. */
        CHECK(
                Set.of(),
                Set.of(Arg.MIN, Arg.MAX, Arg.IF_VALUE, Arg.IF_VERSION, Arg.NOT_BEFORE, Arg.NOT_AFTER),
                Set.of()),
        /** Takes TOKENS from a bucket of BURST that gets COUNT new ones in PERIOD_MS. */
        TAKE(Set.of(Arg.TOKENS, Arg.COUNT, Arg.PERIOD_MS, Arg.BURST), Set.of(), Set.of());

        final Set<Arg> required;
        final Set<Arg> optional;
        final Set<Flag> marks;

        Kind(Set<Arg> required, Set<Arg> optional, Set<Flag> marks) {
            this.required = required;
            this.optional = optional;
            this.marks = marks;
        }
    }

    /** A number that an op has, by its name in the contract. */
    public enum Arg {
        DELTA,
        MIN,
        MAX,
        VALUE,
        IF_VALUE,
        IF_VERSION,
        NOT_BEFORE,
        NOT_AFTER,
        TOKENS,
        COUNT,
        PERIOD_MS,
        BURST
    }

    /** A mark that an op has. */
    public enum Flag {
        /** Adds as much as the bounds allow. */
        CLAMP,
        /** Has no lower bound. */
        NO_MIN,
        /** Writes an absent counter only. */
        IF_ABSENT,
        /** VALUE includes what is held. */
        ON_HAND
    }

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private final ModelCounters counters;
    private final long time;
    private final long sequence;
    private final boolean holds;
    private final List<Result> results = new ArrayList<>();
    private BigInteger stockHeld = BigInteger.ZERO;
    private ModelOp op;
    private Verdict verdict;

    OpRules(LaneModel lane, long sequence, boolean holds) {
        counters = lane.counters;
        time = lane.clock.time();
        this.sequence = sequence;
        this.holds = holds;
    }

    /** Whether the op has the form of its kind, and in a command that opens a hold can be given back. */
    static boolean fits(ModelOp op, boolean hold) {
        boolean shaped = op.args().keySet().containsAll(op.kind().required)
                && op.args().keySet().stream()
                        .allMatch(arg -> op.kind().required.contains(arg)
                                || op.kind().optional.contains(arg))
                && op.kind().marks.containsAll(op.flags());
        return shaped
                && switch (op.kind()) {
                    case ADD -> !(op.has(Flag.NO_MIN) && op.has(Arg.MIN)) && (!hold || isReversible(op));
                    case SET, REMOVE -> !hold;
                    case CHECK -> true;
                    case TAKE -> new TokenBucket(op).fits();
                };
    }

    private static boolean isReversible(ModelOp op) {
        long delta = op.arg(Arg.DELTA);
        return !op.has(Flag.CLAMP) && delta != 0 && delta != Long.MIN_VALUE;
    }

    List<Result> results() {
        return results;
    }

    /** Why the last op was rejected. */
    Verdict verdict() {
        return verdict;
    }

    /** Null if it was done; else the numbers of the rejection, of which {@link #verdict} is the reason. */
    Refusal run(ModelOp next) {
        op = next;
        counters.forgetIfFull(op.key(), time);
        Counter met = counters.row(op.key());
        Refusal rejection = conditions(met);
        if (rejection != null) {
            return rejection;
        }
        return switch (op.kind()) {
            case ADD -> add(met);
            case SET -> set(met);
            case REMOVE -> remove(met);
            case CHECK -> check(met.value(), met);
            case TAKE -> take(met);
        };
    }

    private Refusal reject(Verdict why, long available, long limit, long retryAfter) {
        verdict = why;
        return new Refusal(results.size(), available, limit, retryAfter, 0);
    }

    private Refusal conditions(Counter met) {
        long version = Math.abs(met.version());
        if (op.has(Flag.IF_ABSENT) && version != 0) {
            return reject(Verdict.EXISTS, met.value(), 0, 0);
        }
        if (op.has(Arg.IF_VERSION) && op.arg(Arg.IF_VERSION) != version) {
            return reject(Verdict.VERSION_MISMATCH, met.value(), version, 0);
        }
        if (op.has(Arg.IF_VALUE) && (met.bucket() || op.arg(Arg.IF_VALUE) != met.value())) {
            return reject(Verdict.VALUE_MISMATCH, met.value(), op.arg(Arg.IF_VALUE), 0);
        }
        boolean counts = switch (op.kind()) {
            case ADD -> true;
            case CHECK -> op.has(Arg.MIN) || op.has(Arg.MAX);
            case SET, REMOVE, TAKE -> false;
        };
        return met.bucket() && counts ? reject(Verdict.VALUE_MISMATCH, met.value(), 0, 0) : null;
    }

    private Refusal remove(Counter met) {
        counters.put(op.key(), new Counter(0, 0, met.held(), 0), false);
        results.add(new Result(met.value(), 0, 0));
        return null;
    }

    private Refusal check(long value, Counter met) {
        Long opens = op.arg(Arg.NOT_BEFORE);
        Long closes = op.arg(Arg.NOT_AFTER);
        Long max = op.arg(Arg.MAX);
        Long min = op.arg(Arg.MIN);
        if (opens != null && time < opens) {
            return reject(Verdict.NOT_OPEN, value, opens, opens - time);
        } else if (closes != null && time > closes) {
            return reject(Verdict.CLOSED, value, closes, 0);
        } else if (max != null && value > max) {
            return reject(Verdict.LIMIT_EXCEEDED, value, max, 0);
        } else if (min != null && value < min) {
            return reject(Verdict.INSUFFICIENT, value, min, 0);
        }
        results.add(new Result(value, value, Math.abs(met.version())));
        return null;
    }

    private Refusal set(Counter met) {
        BigInteger value = BigInteger.valueOf(op.arg(Arg.VALUE));
        if (op.has(Flag.ON_HAND)) {
            value = value.subtract(BigInteger.valueOf(met.held()));
        }
        if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
            return reject(Verdict.OVERFLOW, met.value(), op.arg(Arg.VALUE), 0);
        }
        return write(met, value.longValueExact(), sequence, met.held());
    }

    private Refusal take(Counter met) {
        if (met.version() > 0 || met.version() == 0 && (met.held() != 0 || met.confirmed() != 0)) {
            return reject(Verdict.VALUE_MISMATCH, met.value(), 0, 0);
        }
        TokenBucket bucket = new TokenBucket(op);
        BigInteger room = bucket.room(met.value(), time);
        if (op.arg(Arg.TOKENS) == 0) {
            results.add(new Result(met.value(), met.value(), Math.abs(met.version())));
            return null;
        } else if (bucket.wanted().compareTo(room) > 0) {
            return reject(Verdict.RATE_LIMITED, bucket.tokens(room), op.arg(Arg.BURST), bucket.retryAfter(room));
        }
        BigInteger full = bucket.fullAt(met.value(), time).add(bucket.wanted());
        return write(met, full.longValueExact(), -sequence, met.held());
    }

    private Refusal add(Counter met) {
        Long max = op.arg(Arg.MAX);
        Long min = op.has(Flag.NO_MIN) ? null : Long.valueOf(op.has(Arg.MIN) ? op.arg(Arg.MIN) : 0);
        BigInteger from = BigInteger.valueOf(met.value());
        BigInteger to = from.add(BigInteger.valueOf(op.arg(Arg.DELTA)));
        if (op.has(Flag.CLAMP)) {
            BigInteger ceiling = max == null ? MOST : BigInteger.valueOf(max);
            BigInteger floor = min == null ? LEAST : BigInteger.valueOf(min);
            BigInteger kept = to.compareTo(from) >= 0
                    ? to.min(ceiling).max(from)
                    : to.max(floor).min(from);
            return write(met, kept.longValueExact(), sequence, met.held());
        }
        if (max != null && to.compareTo(BigInteger.valueOf(max)) > 0) {
            return reject(Verdict.LIMIT_EXCEEDED, met.value(), max, 0);
        } else if (min != null && to.compareTo(BigInteger.valueOf(min)) < 0) {
            return reject(Verdict.INSUFFICIENT, met.value(), min, 0);
        }
        Refusal overflow = overflow(to, met);
        if (overflow != null) {
            return overflow;
        }
        return holds ? hold(met, to) : write(met, to.longValueExact(), sequence, met.held());
    }

    private Refusal overflow(BigInteger number, Counter met) {
        if (number.compareTo(MOST) > 0) {
            return reject(Verdict.OVERFLOW, met.value(), Long.MAX_VALUE, 0);
        }
        return number.compareTo(LEAST) < 0 ? reject(Verdict.OVERFLOW, met.value(), Long.MIN_VALUE, 0) : null;
    }

    private Refusal hold(Counter met, BigInteger to) {
        BigInteger quantity = BigInteger.valueOf(op.arg(Arg.DELTA)).negate();
        BigInteger held = BigInteger.valueOf(met.held()).add(quantity);
        Refusal overflow = overflow(held, met);
        if (overflow != null) {
            return overflow;
        }
        stockHeld = stockHeld.add(quantity.max(BigInteger.ZERO));
        overflow = overflow(stockHeld, met);
        return overflow != null ? overflow : write(met, to.longValueExact(), sequence, held.longValueExact());
    }

    private Refusal write(Counter met, long value, long version, long held) {
        counters.put(op.key(), new Counter(value, version, held, met.confirmed()), false);
        results.add(new Result(met.value(), value, Math.abs(version)));
        return null;
    }
}
