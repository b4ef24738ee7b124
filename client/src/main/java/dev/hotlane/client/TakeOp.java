package dev.hotlane.client;

import java.util.Map;

/** Takes tokens from a bucket. Rejected as RATE_LIMITED, or as VALUE_MISMATCH on a plain counter. */
public final class TakeOp extends LaneOp {
    TakeOp(Map<String, Object> fields) {
        super(fields);
    }
}
