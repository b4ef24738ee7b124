package dev.hotlane.proof.simulation;

import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Rules;
import java.time.Duration;

/**
 * The numbers of a simulated lane. They are small, so that windows overflow, holds expire and leaders pause too long
 * all the time.
 */
final class Numbers {
    static final long WINDOW_AGE_MILLIS = 260;
    static final long REPLY_WAIT_MILLIS = 200;
    static final long GATEWAY_WAIT_MILLIS = 150;
    static final long BEAT_SILENCE_MILLIS = 120;
    static final long RETENTION_MARGIN = 4;
    static final LeadSettings LEAD = new LeadSettings(Duration.ofMillis(30), Duration.ofMillis(110));

    static final Rules RULES =
            new Rules(1, 1, 64, 1_000, 14, WINDOW_AGE_MILLIS, 30, 80, 10_000, 200, 2, 1_000, 6, 4, 4_711);
    static final LogEntry.Numbers SAID = new LogEntry.Numbers(
            RULES.rulesVersion(),
            RULES.opsMax(),
            RULES.readKeysMax(),
            RULES.windowSize(),
            RULES.windowAgeMs(),
            RULES.tickSlackMs(),
            RULES.idFutureMs(),
            RULES.ttlMaxMs(),
            RULES.holdRetentionMs(),
            RULES.expiriesPerRecord(),
            RULES.countersMax(),
            RULES.holdsMax(),
            RULES.resolvedMax(),
            Long.toString(RULES.hashSeed()));

    /** Rules that never come into force. */
    static final LogEntry.Numbers REFUSED = new LogEntry.Numbers(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "");

    private Numbers() {}

    /** The rules in force with a higher version and format, which no build accepts. */
    static Rules newer() {
        return RULES.as(RULES.rulesVersion() + 1, Rules.KNOWN_FORMAT_MAX + 1);
    }
}
