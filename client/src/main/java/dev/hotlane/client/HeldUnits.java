package dev.hotlane.client;

import java.util.OptionalLong;

/**
 * Units of one counter in a reservation.
 *
 * @param key the counter
 * @param quantity units that were held
 * @param remaining the counter's value just after the reservation took them; in the answer to its creation only
 * @param confirmed units that were kept; present once it is confirmed
 */
public record HeldUnits(String key, long quantity, OptionalLong remaining, OptionalLong confirmed) {
    static HeldUnits read(JsonFields body) {
        return new HeldUnits(
                body.text("key"),
                body.number("quantity"),
                body.numberIfAny("remaining"),
                body.numberIfAny("confirmed"));
    }
}
