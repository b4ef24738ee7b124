package dev.hotlane.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The op that decided a rejection. Each part is present if it applies.
 *
 * @param index number of the op, from 0; in a reservation checks come first, then takes, limits and lines
 * @param key the counter
 * @param available the value that the op met
 * @param limit the bound that it met
 * @param version the counter's version, for a version mismatch
 */
public record FailedOp(
        OptionalLong index, Optional<String> key, OptionalLong available, OptionalLong limit, OptionalLong version) {
    static FailedOp read(JsonFields body) {
        return new FailedOp(
                body.numberIfAny("failedOp"),
                body.textIfAny("key"),
                body.numberIfAny("available"),
                body.numberIfAny("limit"),
                body.numberIfAny("version"));
    }
}
