package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;

/** Which arguments and flags an op may and must have, by kind: one table for the gateway and for apply. Any thread. */
public final class OpShape {
    /** One more than the largest number of an op kind that this version knows. */
    static final int KINDS = 7;

    /** Bits of flags that this version knows. */
    static final int FLAGS_KNOWN = Op.CLAMP | Op.NO_MIN | Op.IF_ABSENT | Op.ON_HAND;

    private static final int[] REQUIRED = new int[KINDS];
    private static final int[] ALLOWED = new int[KINDS];
    private static final int[] FLAGS = new int[KINDS];

    static {
        shape(OpKind.ADD, bits(ArgName.DELTA), bits(ArgName.MIN, ArgName.MAX), Op.CLAMP | Op.NO_MIN);
        int conditions = bits(ArgName.IF_VALUE, ArgName.IF_VERSION);
        shape(OpKind.SET, bits(ArgName.VALUE), conditions, Op.IF_ABSENT | Op.ON_HAND);
        int bounds = bits(ArgName.MIN, ArgName.MAX, ArgName.NOT_BEFORE, ArgName.NOT_AFTER);
        shape(OpKind.CHECK, 0, conditions | bounds, 0);
        shape(OpKind.TAKE, bits(ArgName.TOKENS, ArgName.COUNT, ArgName.PERIOD_MS, ArgName.BURST), 0, 0);
        shape(OpKind.REMOVE, 0, conditions, 0);
        shape(OpKind.LINE, bits(ArgName.QUANTITY), 0, 0);
    }

    private OpShape() {}

    /** Whether an op of that kind (1..6) may look like this; {@code args} holds its arguments from {@code base}. */
    public static boolean fits(int kind, int flags, int present, long[] args, int base) {
        if ((present & REQUIRED[kind]) != REQUIRED[kind]
                || (present & ~ALLOWED[kind]) != 0
                || (flags & ~FLAGS[kind]) != 0) {
            return false;
        }
        if (kind == OpKind.ADD.value()) {
            boolean min = (present & 1 << ArgName.MIN.value()) != 0;
            return !min || (flags & Op.NO_MIN) == 0 && args[base + ArgName.MIN.value()] != 0;
        }
        if (kind == OpKind.TAKE.value()) {
            return Gcra.fits(
                    args[base + ArgName.TOKENS.value()],
                    args[base + ArgName.COUNT.value()],
                    args[base + ArgName.PERIOD_MS.value()],
                    args[base + ArgName.BURST.value()]);
        }
        return kind != OpKind.LINE.value() || args[base + ArgName.QUANTITY.value()] > 0;
    }

    /**
     * Whether an op may stand in a command that opens a hold: what can be given back, so adds of something and of all
     * of it, and what changes nothing that must be. {@code delta} is an add's, else ignored.
     */
    public static boolean fitsHold(int kind, int flags, long delta) {
        if (kind == OpKind.ADD.value()) {
            // Long.MIN_VALUE can't be given back: its opposite is no int64.
            return delta != 0 && delta != Long.MIN_VALUE && (flags & Op.CLAMP) == 0;
        }
        return kind == OpKind.CHECK.value() || kind == OpKind.TAKE.value();
    }

    /** The arguments that an op of that kind (1..6) must have, a bit a number. */
    public static int required(int kind) {
        return REQUIRED[kind];
    }

    /** The arguments that it may have, those it must have included. */
    public static int allowed(int kind) {
        return ALLOWED[kind];
    }

    /** The flags that it may have, bits as in {@link Op}. */
    public static int allowedFlags(int kind) {
        return FLAGS[kind];
    }

    private static void shape(OpKind kind, int required, int optional, int flags) {
        REQUIRED[kind.value()] = required;
        ALLOWED[kind.value()] = required | optional;
        FLAGS[kind.value()] = flags;
    }

    private static int bits(ArgName... names) {
        int bits = 0;
        for (ArgName name : names) {
            bits |= 1 << name.value();
        }
        return bits;
    }
}
