package dev.hotlane.processor.state;

import dev.hotlane.protocol.Rules;

/**
 * Everything of the state that is not a row: as of a record end. Carried in a ring slot by value, and read back from a
 * checkpoint. Plain fields: filled by the state thread, read by the stages after it.
 */
public final class Meta {
    /** First offset that is not contained. */
    public long nextOffset;

    /** What to add to an offset for a sequence. */
    public long sequenceBase;

    /** State epoch: how many LEADs were accepted. */
    public long epoch;

    /** The leader's incarnation, both 0 for none. */
    public long leaderHi;

    /** Second half. */
    public long leaderLo;

    /** Log time T, epoch milliseconds. */
    public long logTime;

    /** Log time may not pass it. */
    public long ceiling;

    /** Greatest keep-time the window ever dropped. */
    public long horizon;

    /** Offset of the last accepted TICK, -1 for none. */
    public long lastTick;

    /** Digest just after it. */
    public long lastTickDigest;

    /** Digest over everything. */
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

    /** In force; null before the first RULES. */
    public Rules rules;
}
