package dev.hotlane.client;

import java.time.Instant;
import java.util.Map;

/**
 * Conditions on a counter and on the log's clock. Rejected as INSUFFICIENT, LIMIT_EXCEEDED, VALUE_MISMATCH,
 * VERSION_MISMATCH, NOT_OPEN or CLOSED.
 */
public final class CheckOp extends LaneOp {
    CheckOp(Map<String, Object> fields) {
        super(fields);
    }

    /** The same; the counter must have at least this value. */
    public CheckOp min(long min) {
        return new CheckOp(with("min", min));
    }

    /** The same; the counter must have at most this value. */
    public CheckOp max(long max) {
        return new CheckOp(with("max", max));
    }

    /** The same; the counter must have this value. */
    public CheckOp ifValue(long value) {
        return new CheckOp(with("ifValue", value));
    }

    /** The same; the counter must have this version. */
    public CheckOp ifVersion(long version) {
        return new CheckOp(with("ifVersion", version));
    }

    /** The same; the log's clock must have reached this time. */
    public CheckOp notBefore(Instant time) {
        return new CheckOp(with("notBefore", time.toEpochMilli()));
    }

    /** The same; the log's clock must not be past this time. */
    public CheckOp notAfter(Instant time) {
        return new CheckOp(with("notAfter", time.toEpochMilli()));
    }
}
