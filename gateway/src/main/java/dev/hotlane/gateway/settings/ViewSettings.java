package dev.hotlane.gateway.settings;

import java.time.Duration;

/**
 * The view of all counters that answers local reads; checked when made, immutable.
 *
 * @param on whether the gateway keeps every counter in memory; else each read goes through the log
 * @param staleMax greatest age of a local answer whose caller gave none
 */
public record ViewSettings(boolean on, Duration staleMax) {
    /** No view. */
    public static final ViewSettings OFF = new ViewSettings(false, Duration.ofSeconds(5));

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public ViewSettings {
        Requirement.requireMs("viewStaleMax", staleMax, 1);
        Requirement.require(
                staleMax.toHours() < 1 || staleMax.equals(Duration.ofHours(1)),
                "viewStaleMaxMs must be at most 3600000: " + staleMax.toMillis());
    }

    /** A view whose answers are at most 5 s old. */
    public static ViewSettings usual() {
        return new ViewSettings(true, OFF.staleMax);
    }
}
