package dev.hotlane.processor.state;

import dev.hotlane.protocol.Rules;

/**
 * All of the state that is not a row, as of a record end. Carried in a ring slot by value, and restored from a
 * checkpoint. Plain fields: the state thread fills them, later stages read them.
 */
public final class Meta {
    /** First offset that is not contained. */
    public long nextOffset;

    /** Added to an offset, gives the sequence. */
    public long sequenceBase;

    /** State epoch: number of accepted LEADs, and 1,000,000 more for each re-anchoring. */
    public long epoch;

    /** The leader's incarnation, first half; both halves are 0 for none. */
    public long leaderHi;

    /** Second half. */
    public long leaderLo;

    /** Log time T, epoch milliseconds. */
    public long logTime;

    /** Upper limit of log time. */
    public long ceiling;

    /** Greatest keep-time the window ever dropped. */
    public long horizon;

    /** Offset of the last accepted TICK, -1 for none. */
    public long lastTick;

    /** Digest just after that TICK. */
    public long lastTickDigest;

    /** Digest of the whole state. */
    public long digest;

    /** Sequence of the window's oldest entry, or the next sequence when it is empty. */
    public long windowStart;

    /** Keep-time of the oldest entry, or T when empty. */
    public long windowOldest;

    /** Entries in the window. */
    public int windowCount;

    /** Rows of counters, those of absent counters with units held or confirmed included. */
    public long counters;

    /** Holds that are open. */
    public int holdsOpen;

    /** Resolved holds that are kept. */
    public int holdsResolved;

    /** Sequence of the record that resolved the oldest of them, or the next sequence when there is none. */
    public long resolvedStart;

    /** Rules in force; null before the first RULES. */
    public Rules rules;
}
