package dev.hotlane.protocol;

/**
 * Every number that apply reads, as one RULES record puts it in force. Processes have no such settings of their own.
 *
 * @param rulesVersion 1 for the first, then one more each
 * @param formatVersion schema version that gateways encode and the behaviour that goes with it
 * @param opsMax ops of one command, 1..64 by the contract
 * @param readKeysMax keys of one READ
 * @param windowSize commands that the window remembers at most
 * @param windowAgeMs log time that it remembers them for at most
 * @param tickSlackMs how far log time may run ahead of the leader's last TICK
 * @param idFutureMs how far the time inside an id may be ahead
 * @param ttlMaxMs longest hold
 * @param holdRetentionMs how long a resolved hold stays readable at most
 * @param expiriesPerRecord holds that expire before one record at most
 * @param countersMax counters that may exist; a command that would make one more is refused
 * @param holdsMax holds that may be open; a reservation that would make one more is refused
 * @param resolvedMax resolved holds that stay readable at most, the oldest leave first
 * @param hashSeed drawn once, when the topics are created; a later RULES must repeat it
 */
public record Rules(
        int rulesVersion,
        int formatVersion,
        int opsMax,
        int readKeysMax,
        int windowSize,
        long windowAgeMs,
        long tickSlackMs,
        long idFutureMs,
        long ttlMaxMs,
        long holdRetentionMs,
        int expiriesPerRecord,
        long countersMax,
        int holdsMax,
        int resolvedMax,
        long hashSeed) {

    /** The highest format whose records and behaviour this build knows; RULES above it stop a processor. */
    public static final int KNOWN_FORMAT_MAX = 1;

    /** What a new topic starts with. */
    public static Rules first(long hashSeed) {
        long day = 86_400_000;
        return new Rules(
                1,
                1,
                64,
                1_000,
                1 << 22,
                600_000,
                1_000,
                10_000,
                day,
                day,
                4_096,
                50_000_000,
                2_000_000,
                1_000_000,
                hashSeed);
    }

    /** The same numbers as another version, to go by that format. */
    public Rules as(int version, int format) {
        return new Rules(
                version,
                format,
                opsMax,
                readKeysMax,
                windowSize,
                windowAgeMs,
                tickSlackMs,
                idFutureMs,
                ttlMaxMs,
                holdRetentionMs,
                expiriesPerRecord,
                countersMax,
                holdsMax,
                resolvedMax,
                hashSeed);
    }

    /** The same but for the ops of one command. */
    public Rules withOpsMax(int ops) {
        return new Rules(
                rulesVersion,
                formatVersion,
                ops,
                readKeysMax,
                windowSize,
                windowAgeMs,
                tickSlackMs,
                idFutureMs,
                ttlMaxMs,
                holdRetentionMs,
                expiriesPerRecord,
                countersMax,
                holdsMax,
                resolvedMax,
                hashSeed);
    }

    /** The same but for the window. */
    public Rules withWindow(int size, long ageMs) {
        return new Rules(
                rulesVersion,
                formatVersion,
                opsMax,
                readKeysMax,
                size,
                ageMs,
                tickSlackMs,
                idFutureMs,
                ttlMaxMs,
                holdRetentionMs,
                expiriesPerRecord,
                countersMax,
                holdsMax,
                resolvedMax,
                hashSeed);
    }

    /** Why these numbers can't be rules, or null if they can. */
    public String fault() {
        if (rulesVersion < 1 || formatVersion < 1 || formatVersion > 65_534) {
            return "rulesVersion must be at least 1 and formatVersion 1..65534";
        }
        if (opsMax < 1 || opsMax > 64 || readKeysMax < 1 || readKeysMax > 1_000) {
            return "opsMax must be 1..64 and readKeysMax 1..1000";
        }
        if (windowSize < 1 || windowSize > 1 << 26 || windowAgeMs < 1) {
            return "windowSize must be 1..67108864 and windowAgeMs positive";
        }
        if (tickSlackMs < 0 || idFutureMs < 0 || ttlMaxMs < 1 || holdRetentionMs < 0) {
            return "tickSlackMs, idFutureMs and holdRetentionMs must not be negative, ttlMaxMs must be positive";
        }
        if (expiriesPerRecord < 1 || expiriesPerRecord > 65_536 || countersMax < 1) {
            return "expiriesPerRecord must be 1..65536 and countersMax positive";
        }
        if (holdsMax < 1 || holdsMax > 1 << 26 || resolvedMax < 0 || resolvedMax > 1 << 26) {
            return "holdsMax must be 1..67108864 and resolvedMax 0..67108864";
        }
        return null;
    }
}
