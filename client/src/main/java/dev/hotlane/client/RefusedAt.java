package dev.hotlane.client;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Place and log clock of a rejection.
 *
 * @param offset place of the decision; empty if it never entered the log
 * @param serverTime the log's clock
 * @param horizon greatest time of commands that the window dropped
 */
public record RefusedAt(OptionalLong offset, Optional<Instant> serverTime, Optional<Instant> horizon) {
    static RefusedAt read(JsonFields body) {
        return new RefusedAt(body.numberIfAny("offset"), body.timeIfAny("serverTime"), body.timeIfAny("horizon"));
    }
}
