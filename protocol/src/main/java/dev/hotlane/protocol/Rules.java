package dev.hotlane.protocol;

/**
 * Every number that apply reads, put in force by one RULES record. Processes have no such settings of their own.
 *
 * @param rulesVersion 1 for the first, then 1 more each
 * @param formatVersion schema version that gateways encode and the behaviour that goes with it
 * @param opsMax ops of one command, 1..64 by the contract
 * @param readKeysMax keys of one READ
 * @param windowSize most commands in the window
 * @param windowAgeMs longest time of a command in the window, in ms of log time
 * @param tickSlackMs most ms of log time ahead of the leader's last TICK
 * @param idFutureMs most ms that the time inside an id may be ahead
 * @param ttlMaxMs longest hold in ms
 * @param holdRetentionMs longest time in ms that a resolved hold stays readable
 * @param expiriesPerRecord most holds that expire before one record
 * @param countersMax most counters; a command that would make one more is rejected
 * @param holdsMax most open holds; a reservation that would make one more is rejected
 * @param resolvedMax most resolved holds that stay readable; the oldest leave first
 * @param hashSeed drawn once, when the topics are created; a later RULES must repeat it
 * @param stateBytesMax most bytes of counters and holds, as {@link StateBytes} counts them; above it the oldest resolved
 *     holds leave, then a command that would make a counter or a hold is rejected
 * @param windowBytesMax most bytes of the window; above it the oldest commands leave
 * @param tenantHoldsMax most open holds of one tenant, the empty one included; a reservation that would make one more is
 *     rejected
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
        long hashSeed,
        long stateBytesMax,
        long windowBytesMax,
        int tenantHoldsMax) {

    /** The highest format that this build supports; RULES above it stop a processor. */
    public static final int KNOWN_FORMAT_MAX = 1;

    /** The rules of a new topic. */
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
                hashSeed,
                900_000_000,
                400_000_000,
                2_000_000);
    }

    /** The same numbers with another version and format. */
    public Rules as(int version, int format) {
        return with(version, format, opsMax, windowSize, windowAgeMs, stateBytesMax, windowBytesMax);
    }

    /** The same with another number of ops per command. */
    public Rules withOpsMax(int ops) {
        return with(rulesVersion, formatVersion, ops, windowSize, windowAgeMs, stateBytesMax, windowBytesMax);
    }

    /** The same with another window. */
    public Rules withWindow(int size, long ageMs) {
        return with(rulesVersion, formatVersion, opsMax, size, ageMs, stateBytesMax, windowBytesMax);
    }

    /** The same with room for that many bytes of counters and holds, and of the window. */
    public Rules withBytes(long state, long window) {
        return with(rulesVersion, formatVersion, opsMax, windowSize, windowAgeMs, state, window);
    }

    /** Share of a processor's heap for changes that wait for MySQL, in bytes: as much as both caps together. */
    public long dirtyBytesMax() {
        return stateBytesMax > Long.MAX_VALUE - windowBytesMax ? Long.MAX_VALUE : stateBytesMax + windowBytesMax;
    }

    private Rules with(int version, int format, int ops, int size, long ageMs, long state, long window) {
        return new Rules(
                version,
                format,
                ops,
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
                hashSeed,
                state,
                window,
                tenantHoldsMax);
    }

    /** The reason why these numbers are invalid, or null if they are valid. */
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
        if (tenantHoldsMax < 1 || tenantHoldsMax > 1 << 26) {
            return "tenantHoldsMax must be 1..67108864";
        }
        if (stateBytesMax < 1 || windowBytesMax < 1) {
            return "stateBytesMax and windowBytesMax must be positive";
        }
        return null;
    }
}
