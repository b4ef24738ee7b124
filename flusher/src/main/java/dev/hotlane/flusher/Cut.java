package dev.hotlane.flusher;

import java.util.Arrays;

/**
 * The state at one record end without counters, holds and window entries: the content of the meta row. A mutable
 * carrier, filled and read by one thread at a time; {@link HBatching#offerCut} copies it, so the caller may reuse one.
 * Times are epoch milliseconds of the log clock unless named otherwise.
 */
public final class Cut {
    private static final byte[] NO_RULES = {};

    /** First offset that is not in this state; all lower ones are applied. */
    public long nextOffset;
    /** Sequence number of offset 0. */
    public long sequenceBase;
    /** Epoch of the last accepted LEAD. */
    public long stateEpoch;
    /** Incarnation of the last accepted leader, high and low half. */
    public long leaderHigh;

    public long leaderLow;

    /** T, the log clock. */
    public long logTime;
    /** Wall clock of the reigning leader's last TICK plus slack. */
    public long ceiling;
    /** Greatest keep-time ever dropped from the window. */
    public long horizon;
    /** Digest over the whole state. */
    public long digest;

    /** Offset of the last applied TICK, -1 for none. */
    public long lastTickOffset = -1;
    /** Digest just after the last applied TICK. */
    public long lastTickDigest;
    /** Wall clock inside the last applied TICK. */
    public long lastTickWallClock;

    /** Every entry below this sequence has left the window. */
    public long windowStart;
    /** Number of entries in the window, at most as many as there are packed entries from windowStart on. */
    public long windowCount;
    /** Exact number of counters in the state: the row count that a load must find. */
    public long counters;

    /** Exact number of open holds: the row count that a load must find. */
    public long openHolds;
    /** Resolved sequence of the oldest resolved hold still kept; the next sequence when there is none. */
    public long resolvedStart;
    /** Number of resolved holds kept, at most as many as there are from resolvedStart on. */
    public long resolvedCount;

    /** Version of the rules in force, 0 for none yet. */
    public int rulesVersion;
    /** The rules in force, as encoded in the log. Never null; not copied, so not to be changed once set. */
    public byte[] rules = NO_RULES;

    /** Of the record at nextOffset - 1: partition leader epoch (-1 for none). */
    public int lastLeaderEpoch = -1;
    /** Of the record at nextOffset - 1: its timestamp. */
    public long lastTimestamp;
    /** Of the record at nextOffset - 1: CRC32C of its value. */
    public int lastCrc;

    /** Copies every field of the other cut. */
    public Cut set(Cut other) {
        nextOffset = other.nextOffset;
        sequenceBase = other.sequenceBase;
        stateEpoch = other.stateEpoch;
        leaderHigh = other.leaderHigh;
        leaderLow = other.leaderLow;
        logTime = other.logTime;
        ceiling = other.ceiling;
        horizon = other.horizon;
        digest = other.digest;
        lastTickOffset = other.lastTickOffset;
        lastTickDigest = other.lastTickDigest;
        lastTickWallClock = other.lastTickWallClock;
        windowStart = other.windowStart;
        windowCount = other.windowCount;
        counters = other.counters;
        openHolds = other.openHolds;
        resolvedStart = other.resolvedStart;
        resolvedCount = other.resolvedCount;
        rulesVersion = other.rulesVersion;
        rules = other.rules;
        lastLeaderEpoch = other.lastLeaderEpoch;
        lastTimestamp = other.lastTimestamp;
        lastCrc = other.lastCrc;
        return this;
    }

    /** True when every field is equal; the rules by content. */
    public boolean sameAs(Cut other) {
        return nextOffset == other.nextOffset
                && sequenceBase == other.sequenceBase
                && stateEpoch == other.stateEpoch
                && leaderHigh == other.leaderHigh
                && leaderLow == other.leaderLow
                && logTime == other.logTime
                && ceiling == other.ceiling
                && horizon == other.horizon
                && digest == other.digest
                && lastTickOffset == other.lastTickOffset
                && lastTickDigest == other.lastTickDigest
                && lastTickWallClock == other.lastTickWallClock
                && windowStart == other.windowStart
                && windowCount == other.windowCount
                && counters == other.counters
                && openHolds == other.openHolds
                && resolvedStart == other.resolvedStart
                && resolvedCount == other.resolvedCount
                && rulesVersion == other.rulesVersion
                && Arrays.equals(rules, other.rules)
                && lastLeaderEpoch == other.lastLeaderEpoch
                && lastTimestamp == other.lastTimestamp
                && lastCrc == other.lastCrc;
    }

    @Override
    public String toString() {
        return "cut at " + nextOffset + " (epoch " + stateEpoch + ", log time " + logTime + ", digest "
                + Long.toHexString(digest) + ", " + counters + " counters, " + openHolds + " open and " + resolvedCount
                + " resolved holds, " + windowCount + " window entries from "
                + windowStart + ")";
    }
}
