package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;

/**
 * Reads one line of a reservation, of its limits, or of a confirm: a key, a quantity of at least 1, and an optional
 * bound. One object per line; belongs to one thread.
 */
final class HoldLine {
    private static final int KEY_BIT = 1;
    private static final int QUANTITY_BIT = 2;
    private static final int BOUND_BIT = 4;

    private final StrictJson in;
    private final String bound;
    private int met;
    private byte[] key;
    private long quantity;
    private boolean unbounded;
    private long boundary;

    private HoldLine(StrictJson in, String bound) {
        this.in = in;
        this.bound = bound;
    }

    /** {@code {"key","quantity","min"}}: units taken from stock that must stay at or above min; min is 0 by default. */
    static Op stock(StrictJson in) {
        HoldLine line = new HoldLine(in, "min").read();
        Op op = new Op(OpKind.ADD, line.key).arg(ArgName.DELTA, -line.quantity);
        if (line.unbounded) {
            return op.flags(Op.NO_MIN);
        }
        return line.has(BOUND_BIT) ? op.arg(ArgName.MIN, line.boundary) : op;
    }

    /** {@code {"key","quantity","max"}}: units counted against a limit that must stay at or below max. */
    static Op limit(StrictJson in) {
        HoldLine line = new HoldLine(in, "max").read();
        if (!line.has(BOUND_BIT)) {
            throw in.fault("a limit needs \"max\"");
        }
        return new Op(OpKind.ADD, line.key).arg(ArgName.DELTA, line.quantity).arg(ArgName.MAX, line.boundary);
    }

    /** {@code {"key","quantity"}}: units of a hold that a confirm keeps. */
    static Op confirmed(StrictJson in) {
        HoldLine line = new HoldLine(in, null).read();
        return new Op(OpKind.LINE, line.key).arg(ArgName.QUANTITY, line.quantity);
    }

    private HoldLine read() {
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            field(field);
        }
        if (!has(KEY_BIT) || !has(QUANTITY_BIT)) {
            throw in.fault("a line has \"key\" and \"quantity\"; missing here: " + (has(KEY_BIT) ? "quantity" : "key"));
        }
        return this;
    }

    private void field(String field) {
        if (field.equals("key")) {
            met = in.once(met, KEY_BIT);
            key = in.key();
        } else if (field.equals("quantity")) {
            met = in.once(met, QUANTITY_BIT);
            quantity = in.integer();
            if (quantity < 1) {
                throw in.fault("a quantity is at least 1");
            }
        } else if (field.equals(bound)) {
            met = in.once(met, BOUND_BIT);
            bound();
        } else {
            throw in.unknownField("key, quantity" + (bound == null ? "" : ", " + bound));
        }
    }

    private void bound() {
        if (bound.equals("max")) {
            boundary = in.integer();
        } else if (in.nullOrInteger()) {
            unbounded = true;
        } else {
            boundary = in.taken();
        }
    }

    private boolean has(int bit) {
        return (met & bit) != 0;
    }
}
