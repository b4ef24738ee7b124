package dev.hotlane.client;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Place and clock of the log of a refusal.
 *
 * @param offset place at which it was decided; empty if it never entered the log
 * @param serverTime the log's clock
 * @param horizon the greatest time whose commands were forgotten
 */
public record RefusedAt(OptionalLong offset, Optional<Instant> serverTime, Optional<Instant> horizon) {
    static RefusedAt read(JsonFields body) {
        return new RefusedAt(body.numberIfAny("offset"), body.timeIfAny("serverTime"), body.timeIfAny("horizon"));
    }
}
