package dev.hotlane.client;

import java.util.Map;

/** Removes a counter. Rejected as VALUE_MISMATCH or VERSION_MISMATCH. */
public final class RemoveOp extends LaneOp {
    RemoveOp(Map<String, Object> fields) {
        super(fields);
    }

    /** The same, only if the counter has this value. */
    public RemoveOp ifValue(long value) {
        return new RemoveOp(with("ifValue", value));
    }

    /** The same, only if the counter has this version. */
    public RemoveOp ifVersion(long version) {
        return new RemoveOp(with("ifVersion", version));
    }
}
