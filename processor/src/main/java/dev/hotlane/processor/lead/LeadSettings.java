package dev.hotlane.processor.lead;

import java.time.Duration;

/**
 * The pace of leadership. None of these numbers enters the state: two processes may differ in them.
 *
 * @param tickInterval time between two TICKs, busy or quiet
 * @param takeoverSilence time without a record of the leader after which another process may replace it
 */
public record LeadSettings(Duration tickInterval, Duration takeoverSilence) {
    /** Ten TICKs a second; a second of silence. */
    public static final LeadSettings DEFAULT = new LeadSettings(Duration.ofMillis(100), Duration.ofSeconds(1));

    public LeadSettings {
        if (tickInterval.isNegative() || tickInterval.isZero()) {
            throw new IllegalArgumentException(
                    "tickInterval must be positive, found " + tickInterval.toMillis() + " ms");
        }
        if (takeoverSilence.compareTo(tickInterval.multipliedBy(3)) < 0) {
            throw new IllegalArgumentException(
                    "takeoverSilence must be at least three times tickInterval (" + tickInterval.toMillis()
                            + " ms), or a leader that lives is replaced, found " + takeoverSilence.toMillis() + " ms");
        }
    }
}
