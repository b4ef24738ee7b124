package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpShape;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;

/**
 * Reads one op of a transaction. Fields may stand in any order, so they are collected first and judged at the end: what
 * the kind does not know, or lacks, is refused by name. One object an op; belongs to one thread.
 */
final class OpReader {
    private static final String FIELDS = "op, key, delta, value, min, max, clamp, ifValue, ifVersion, ifAbsent, basis,"
            + " notBefore, notAfter, tokens, count, periodMs, burst";
    private static final String CHECK_FIELDS = "key, min, max, ifValue, ifVersion, notBefore, notAfter";
    private static final String TAKE_FIELDS = "key, tokens, count, periodMs, burst";
    private static final int KIND_BIT = 1 << 20;
    private static final int KEY_BIT = 1 << 21;
    private static final int CLAMP_BIT = 1 << 22;
    private static final int IF_ABSENT_BIT = 1 << 23;
    private static final int BASIS_BIT = 1 << 24;

    private final StrictJson in;
    private final boolean kindGiven;
    private final long[] args = new long[Op.ARGS];
    private int met;
    private int present;
    private int flags;
    private OpKind kind;
    private byte[] key;

    private OpReader(StrictJson in, OpKind kind) {
        this.in = in;
        this.kind = kind;
        kindGiven = kind != null;
    }

    /** Reads the op whose object was just entered. */
    static Op read(StrictJson in) {
        return read(in, null);
    }

    /** The same where its place says what it does (if not null), so that it has no field {@code op}. */
    static Op read(StrictJson in, OpKind kind) {
        OpReader reader = new OpReader(in, kind);
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            reader.field(field);
        }
        return reader.op();
    }

    private void field(String field) {
        switch (field) {
            case "op" -> kind();
            case "key" -> key = key();
            case "clamp" -> flag(CLAMP_BIT, Op.CLAMP);
            case "ifAbsent" -> flag(IF_ABSENT_BIT, Op.IF_ABSENT);
            case "basis" -> basis();
            case "min" -> min();
            default -> argument(name(field));
        }
    }

    private ArgName name(String field) {
        return switch (field) {
            case "delta" -> ArgName.DELTA;
            case "value" -> ArgName.VALUE;
            case "max" -> ArgName.MAX;
            case "ifValue" -> ArgName.IF_VALUE;
            case "ifVersion" -> ArgName.IF_VERSION;
            case "notBefore" -> ArgName.NOT_BEFORE;
            case "notAfter" -> ArgName.NOT_AFTER;
            case "tokens" -> ArgName.TOKENS;
            case "count" -> ArgName.COUNT;
            case "periodMs" -> ArgName.PERIOD_MS;
            case "burst" -> ArgName.BURST;
            default -> throw unknownField();
        };
    }

    private RequestRefused unknownField() {
        if (!kindGiven) {
            return in.unknownField(FIELDS);
        }
        return in.unknownField(kind == OpKind.TAKE ? TAKE_FIELDS : CHECK_FIELDS);
    }

    private void kind() {
        if (kindGiven) {
            throw unknownField();
        }
        met = in.once(met, KIND_BIT);
        kind = switch (in.text()) {
            case "add" -> OpKind.ADD;
            case "set" -> OpKind.SET;
            case "check" -> OpKind.CHECK;
            case "take" -> OpKind.TAKE;
            case "remove" -> OpKind.REMOVE;
            default -> throw in.fault("expected one of add, set, check, take, remove");
        };
    }

    private byte[] key() {
        met = in.once(met, KEY_BIT);
        return in.key();
    }

    private void flag(int bit, int flag) {
        met = in.once(met, bit);
        flags |= in.bool() ? flag : 0;
    }

    private void basis() {
        met = in.once(met, BASIS_BIT);
        switch (in.text()) {
            case "available" -> flags &= ~Op.ON_HAND;
            case "onHand" -> flags |= Op.ON_HAND;
            default -> throw in.fault("expected \"available\" or \"onHand\"");
        }
    }

    /** Null is no bound at all; nothing given is a bound of 0. */
    private void min() {
        met = in.once(met, 1 << ArgName.MIN.value());
        if (in.nullOrInteger()) {
            flags |= Op.NO_MIN;
        } else {
            given(ArgName.MIN, in.taken());
        }
    }

    private void argument(ArgName name) {
        met = in.once(met, 1 << name.value());
        given(name, in.integer());
    }

    private void given(ArgName name, long value) {
        present |= 1 << name.value();
        args[name.value()] = value;
    }

    private Op op() {
        if (kind == null) {
            throw in.fault("an op has \"op\" and \"key\"; missing here: op");
        }
        if (key == null) {
            throw in.fault(word() + " needs \"key\"");
        }
        int missing = OpShape.required(kind.value()) & ~present;
        if (missing != 0) {
            throw in.fault(word() + " needs \"" + fieldName(missing) + "\"");
        }
        int foreign = present & ~OpShape.allowed(kind.value());
        if (foreign != 0) {
            throw in.fault(word() + " does not take \"" + fieldName(foreign) + "\"");
        }
        refuseForeignFlags();
        Op op = new Op(kind, key).flags(flags);
        for (int i = 1; i < Op.ARGS; i++) {
            if ((present & 1 << i) != 0) {
                op.arg(ArgName.get((short) i), args[i]);
            }
        }
        if (!OpShape.fits(kind.value(), op.flags(), op.present(), args, 0)) {
            // Of what was checked above, only the numbers of a take can be wrong together.
            throw in.fault(TakeFault.of(
                    args[ArgName.TOKENS.value()],
                    args[ArgName.COUNT.value()],
                    args[ArgName.PERIOD_MS.value()],
                    args[ArgName.BURST.value()]));
        }
        return op;
    }

    /** A flag that says what holds anyway changes nothing, but is no field of this op. */
    private void refuseForeignFlags() {
        int allowed = OpShape.allowedFlags(kind.value());
        if ((met & CLAMP_BIT) != 0 && (allowed & Op.CLAMP) == 0) {
            throw in.fault(word() + " does not take \"clamp\"");
        }
        if ((met & IF_ABSENT_BIT) != 0 && (allowed & Op.IF_ABSENT) == 0) {
            throw in.fault(word() + " does not take \"ifAbsent\"");
        }
        if ((met & BASIS_BIT) != 0 && (allowed & Op.ON_HAND) == 0) {
            throw in.fault(word() + " does not take \"basis\"");
        }
        if ((flags & Op.NO_MIN) != 0 && (allowed & Op.NO_MIN) == 0) {
            throw in.fault(word() + " takes a whole number as \"min\", null is for add");
        }
    }

    private String word() {
        return kind.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String fieldName(int bits) {
        return fieldName(ArgName.get((short) Integer.numberOfTrailingZeros(bits)));
    }

    private static String fieldName(ArgName name) {
        return switch (name) {
            case DELTA -> "delta";
            case VALUE -> "value";
            case MIN -> "min";
            case MAX -> "max";
            case IF_VALUE -> "ifValue";
            case IF_VERSION -> "ifVersion";
            case NOT_BEFORE -> "notBefore";
            case NOT_AFTER -> "notAfter";
            case TOKENS -> "tokens";
            case COUNT -> "count";
            case PERIOD_MS -> "periodMs";
            case BURST -> "burst";
            case QUANTITY -> "quantity";
            case NULL_VAL -> throw new IllegalArgumentException("no argument");
        };
    }
}
