package dev.hotlane.client;

import java.time.Duration;

/**
 * Bounds of the random waits between two attempts. Immutable.
 *
 * @param min upper bound of the first wait; it doubles with each attempt
 * @param max upper bound of every wait
 */
public record ClientBackoff(Duration min, Duration max) {
    /** Up to 50 ms, rising to 2 s. */
    public static final ClientBackoff USUAL = new ClientBackoff(Duration.ofMillis(50), Duration.ofSeconds(2));

    /** Throws IllegalArgumentException for an invalid value. */
    public ClientBackoff {
        Inputs.duration("backoffMin", min);
        Inputs.duration("backoffMax", max);
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "backoffMin is " + min + ", more than backoffMax " + max + ": swap or lower it");
        }
    }
}
