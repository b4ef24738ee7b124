package dev.hotlane.client;

import java.util.Map;

/** Adds a delta to a counter. Rejected as INSUFFICIENT, LIMIT_EXCEEDED or OVERFLOW. */
public final class AddOp extends LaneOp {
    AddOp(Map<String, Object> fields) {
        super(fields);
    }

    /** The same; the result must be at least this value (0 by default). */
    public AddOp min(long min) {
        return new AddOp(with("min", min));
    }

    /** The same without a lower bound. */
    public AddOp withoutMin() {
        return new AddOp(with("min", null));
    }

    /** The same; the result must be at most this value. */
    public AddOp max(long max) {
        return new AddOp(with("max", max));
    }

    /** The same, adding as much as the bounds allow, possibly 0; the result's {@code applied} has the amount. */
    public AddOp clamp() {
        return new AddOp(with("clamp", true));
    }
}
