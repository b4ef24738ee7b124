package dev.hotlane.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rate of a token bucket. Every take has its own, so it may change at any time.
 *
 * @param count tokens that flow in per period
 * @param period the period, in whole milliseconds
 * @param burst most tokens in the bucket
 */
public record TokenRate(long count, Duration period, long burst) {
    /** Throws IllegalArgumentException for an invalid number. */
    public TokenRate {
        Inputs.positive("count", count);
        Inputs.millis("period", period);
        Inputs.positive("burst", burst);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("count", count);
        fields.put("periodMs", period.toMillis());
        fields.put("burst", burst);
        return fields;
    }
}
