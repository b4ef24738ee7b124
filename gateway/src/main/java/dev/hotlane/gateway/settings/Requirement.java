package dev.hotlane.gateway.settings;

import java.time.Duration;

/** The check of one setting. Any thread; no state. */
final class Requirement {
    private Requirement() {}

    /**
     * Throws IllegalArgumentException unless the time has {@code least} to 2^31 - 1 ms. The message has milliseconds,
     * and says so by {@code Ms} behind the component's name.
     */
    static void requireMs(String component, Duration time, long least) {
        long ms = time.toMillis();
        require(ms >= least, component + "Ms must be at least " + least + ": " + ms);
        require(ms <= Integer.MAX_VALUE, component + "Ms must be at most " + Integer.MAX_VALUE + ": " + ms);
    }

    /** Throws IllegalArgumentException with this text unless {@code holds}. */
    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("gateway settings: " + otherwise);
        }
    }
}
