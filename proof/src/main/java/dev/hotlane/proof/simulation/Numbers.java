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

    static final String HASH_SEED = "4711";

    /** Room that is short now and then, and soon if something is not returned. */
    private static final long BYTES = 2_500;

    static final LogEntry.Numbers SAID = new LogEntry.Numbers(
            1, 64, 1_000, 14, WINDOW_AGE_MILLIS, 30, 80, 10_000, 200, 2, 1_000, 6, 4, BYTES, BYTES, 2, HASH_SEED);
    static final Rules RULES = rules(SAID);

    /** Rules that never come into force. */
    static final LogEntry.Numbers REFUSED = new LogEntry.Numbers(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "");

    /** Valid values of each number but the version: the least, the usual one, the greatest, and some between. */
    private static final long[][] VALID = {
        {1, 2, SAID.windowSize(), 1L << 26},
        {1, 40, SAID.windowAge(), Long.MAX_VALUE},
        {0, SAID.slack(), Long.MAX_VALUE},
        {0, SAID.idFuture(), Long.MAX_VALUE},
        {1, 100, SAID.ttlMax(), Long.MAX_VALUE},
        {0, SAID.retention(), Long.MAX_VALUE},
        {1, SAID.expiriesPerRecord(), 65_536},
        {1, SAID.holdsMax(), 1L << 26},
        {0, SAID.resolvedMax(), 1L << 26},
        {1, 2, SAID.opsMax()},
        {1, 3, SAID.readKeysMax()},
        {1, 4, SAID.countersMax(), Long.MAX_VALUE},
        {1, 900, SAID.stateBytesMax(), Long.MAX_VALUE},
        {1, 300, SAID.windowBytesMax(), Long.MAX_VALUE},
        {1, SAID.tenantHoldsMax(), 3, 1L << 26}
    };

    /** The most numbers that one RULES changes. */
    private static final int CHANGES_MAX = 4;

    private Numbers() {}

    /** RULES with these numbers, of the known format. */
    static Rules rules(LogEntry.Numbers said) {
        return rules(said, Long.parseLong(said.seed()));
    }

    /** The same for another hash seed than that of the numbers. */
    static Rules rules(LogEntry.Numbers said, long hashSeed) {
        return new Rules(
                (int) said.version(),
                Rules.KNOWN_FORMAT_MAX,
                (int) said.opsMax(),
                (int) said.readKeysMax(),
                (int) said.windowSize(),
                said.windowAge(),
                said.slack(),
                said.idFuture(),
                said.ttlMax(),
                said.retention(),
                (int) said.expiriesPerRecord(),
                said.countersMax(),
                (int) said.holdsMax(),
                (int) said.resolvedMax(),
                hashSeed,
                said.stateBytesMax(),
                said.windowBytesMax(),
                (int) said.tenantHoldsMax());
    }

    /** The usual numbers again, in the version after that one. */
    static LogEntry.Numbers rightAfter(long version) {
        return numbers(version + 1, of(SAID));
    }

    /** Some of the numbers changed to other valid ones, in the next version. */
    static LogEntry.Numbers changed(LogEntry.Numbers inForce, Chance pick) {
        long[] next = of(inForce);
        for (int i = pick.between(1, CHANGES_MAX); i > 0; i--) {
            int at = pick.below(next.length);
            next[at] = VALID[at][pick.below(VALID[at].length)];
        }
        return numbers(inForce.version() + 1, next);
    }

    private static long[] of(LogEntry.Numbers said) {
        return new long[] {
            said.windowSize(),
            said.windowAge(),
            said.slack(),
            said.idFuture(),
            said.ttlMax(),
            said.retention(),
            said.expiriesPerRecord(),
            said.holdsMax(),
            said.resolvedMax(),
            said.opsMax(),
            said.readKeysMax(),
            said.countersMax(),
            said.stateBytesMax(),
            said.windowBytesMax(),
            said.tenantHoldsMax()
        };
    }

    private static LogEntry.Numbers numbers(long version, long[] each) {
        return new LogEntry.Numbers(
                version, each[9], each[10], each[0], each[1], each[2], each[3], each[4], each[5], each[6], each[11],
                each[7], each[8], each[12], each[13], each[14], HASH_SEED);
    }

    /** Rules like the first, in the version after that one, but of a format that no build reads. */
    static Rules newer(long version) {
        return RULES.as((int) version + 1, Rules.KNOWN_FORMAT_MAX + 1);
    }
}
