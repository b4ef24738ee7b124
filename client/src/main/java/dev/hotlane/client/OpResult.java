package dev.hotlane.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The numbers before and after an op.
 *
 * @param key the counter; empty in a stored outcome, which has numbers only
 * @param previous value before the op
 * @param value value after the op; for a take the time in ns at which the bucket is full
 * @param version the counter's version after the op
 * @param applied units that an add with clamp added
 * @param remaining whole tokens left after a take
 * @param resetAfter time until the bucket is full, after a take
 */
public record OpResult(
        Optional<String> key,
        long previous,
        long value,
        long version,
        OptionalLong applied,
        OptionalLong remaining,
        Optional<Duration> resetAfter) {
    static OpResult read(JsonFields body) {
        return new OpResult(
                body.textIfAny("key"),
                body.number("previous"),
                body.number("value"),
                body.number("version"),
                body.numberIfAny("applied"),
                body.numberIfAny("remaining"),
                body.millisIfAny("resetAfterMs"));
    }
}
