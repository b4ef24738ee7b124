package dev.hotlane.protocol;

/**
 * All of the state that is not a row of its own, as of a record end: the checkpoint's meta row. A ring slot carries one
 * by value, a frozen batch another; MySQL and a snapshot store it. {@link MetaColumn} lists the stored fields. A
 * mutable carrier, filled and read by one thread at a time. Times are epoch milliseconds of the log clock unless named
 * otherwise.
 */
public final class Meta {
    private static final byte[] NO_RULES = {};

    /** First offset that is not contained; all lower ones are applied. */
    public long nextOffset;

    /** Added to an offset, gives the sequence. */
    public long sequenceBase;

    /** State epoch: number of accepted LEADs, and 1,000,000 more for each re-anchoring. */
    public long epoch;

    /** The leader's incarnation, first half; both halves are 0 for none. */
    public long leaderHi;

    /** Second half. */
    public long leaderLo;

    /** Log time T. */
    public long logTime;

    /** Upper limit of log time: wall clock of the reigning leader's last TICK plus slack. */
    public long ceiling;

    /** Greatest keep-time the window ever dropped. */
    public long horizon;

    /** Digest of the whole state. */
    public long digest;

    /** Offset of the last accepted TICK, -1 for none. */
    public long lastTick = -1;

    /** Digest just after that TICK. */
    public long lastTickDigest;

    /** Wall clock inside that TICK, 0 for none. */
    public long lastTickWallClock;

    /** Sequence of the window's oldest entry, or the next sequence when it is empty. All lower entries have left it. */
    public long windowStart;

    /** Entries in the window, at most as many as there are packed entries from windowStart on. */
    public long windowCount;

    /** Rows of counters, those of absent counters with units held or confirmed included. */
    public long counters;

    /** Holds that are open: the row count that a load must find. */
    public long holdsOpen;

    /** Sequence of the record that resolved the oldest resolved hold kept, or the next sequence when there is none. */
    public long resolvedStart;

    /** Resolved holds that are kept, at most as many as there are from resolvedStart on. */
    public long holdsResolved;

    /** Version of the rules in force, 0 before the first RULES. */
    public int rulesVersion;

    /** The rules in force, as encoded in the log; empty before the first RULES. Never null; not to be changed once set. */
    public byte[] rules = NO_RULES;

    /** Of the record at nextOffset - 1: partition leader epoch, -1 for unknown. */
    public int lastLeaderEpoch = -1;

    /** Of the record at nextOffset - 1: its timestamp. */
    public long lastTimestamp;

    /** Of the record at nextOffset - 1: the checksum inside its frame. */
    public int lastCrc;

    /** Keep-time of the window's oldest entry, or T when it is empty. Not stored: the entry has it. */
    public long windowOldest;

    /** Copies every field of the other. Written out: the flush thread calls it at every cut. */
    public Meta set(Meta other) {
        nextOffset = other.nextOffset;
        sequenceBase = other.sequenceBase;
        epoch = other.epoch;
        leaderHi = other.leaderHi;
        leaderLo = other.leaderLo;
        logTime = other.logTime;
        ceiling = other.ceiling;
        horizon = other.horizon;
        digest = other.digest;
        lastTick = other.lastTick;
        lastTickDigest = other.lastTickDigest;
        lastTickWallClock = other.lastTickWallClock;
        windowStart = other.windowStart;
        windowCount = other.windowCount;
        counters = other.counters;
        holdsOpen = other.holdsOpen;
        resolvedStart = other.resolvedStart;
        holdsResolved = other.holdsResolved;
        rulesVersion = other.rulesVersion;
        rules = other.rules;
        lastLeaderEpoch = other.lastLeaderEpoch;
        lastTimestamp = other.lastTimestamp;
        lastCrc = other.lastCrc;
        windowOldest = other.windowOldest;
        return this;
    }

    /** True when every stored field is equal; the rules by content. */
    public boolean sameAs(Meta other) {
        return MetaColumn.ROW.stream().allMatch(column -> column.same(this, other));
    }

    /** The rules in force; null before the first RULES. Decoded again at each call. */
    public Rules rulesInForce() {
        return rules.length == 0 ? null : RulesCodec.decode(rules);
    }

    @Override
    public String toString() {
        return "cut at " + nextOffset + " (epoch " + epoch + ", log time " + logTime + ", digest "
                + Long.toHexString(digest) + ", " + counters + " counters, " + holdsOpen + " open and " + holdsResolved
                + " resolved holds, " + windowCount + " window entries from "
                + windowStart + ")";
    }
}
