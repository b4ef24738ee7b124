package dev.hotlane.client;

import java.util.Map;

/** Sets a counter. Rejected as VALUE_MISMATCH, VERSION_MISMATCH, EXISTS or OVERFLOW. */
public final class SetOp extends LaneOp {
    SetOp(Map<String, Object> fields) {
        super(fields);
    }

    /** The same, only if the counter has this value. */
    public SetOp ifValue(long value) {
        return new SetOp(with("ifValue", value));
    }

    /** The same, only if the counter has this version. */
    public SetOp ifVersion(long version) {
        return new SetOp(with("ifVersion", version));
    }

    /** The same, only if the counter does not exist. */
    public SetOp ifAbsent() {
        return new SetOp(with("ifAbsent", true));
    }

    /** The same, with a value that includes units held by open reservations: a stock-take, or the reset of a limit. */
    public SetOp onHand() {
        return new SetOp(with("basis", "onHand"));
    }
}
