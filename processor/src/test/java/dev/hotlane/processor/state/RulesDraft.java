package dev.hotlane.processor.state;

import dev.hotlane.protocol.Rules;

/** Rules to be, with the limits that a test changes. */
final class RulesDraft {
    int version = 1;
    int opsMax = 64;
    int readKeysMax = 1_000;
    int windowSize = 1_000;
    long windowAgeMs = 600_000;
    long slackMs = 1_000;
    long idFutureMs = 10_000;
    long ttlMaxMs = 3_600_000;
    long holdRetentionMs = 3_600_000;
    int expiriesPerRecord = 4_096;
    long countersMax = 1_000_000;
    int holdsMax = 2_000_000;
    int resolvedMax = 1_000_000;
    long stateBytesMax = 1 << 30;
    long windowBytesMax = 1 << 30;
    int tenantHoldsMax = 2_000_000;
    long seed = 42;

    Rules build() {
        return new Rules(
                version,
                1,
                opsMax,
                readKeysMax,
                windowSize,
                windowAgeMs,
                slackMs,
                idFutureMs,
                ttlMaxMs,
                holdRetentionMs,
                expiriesPerRecord,
                countersMax,
                holdsMax,
                resolvedMax,
                seed,
                stateBytesMax,
                windowBytesMax,
                tenantHoldsMax);
    }
}
