package dev.hotlane.processor.flow;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.Meta;

/**
 * One place of the ring: a record on its way. Fields are grouped by the thread that writes them, and that thread sets
 * all of its fields on every lap, so nothing leaks from the lap before. Everyone after it only reads.
 */
public final class Slot {
    // written by log

    /** Offset of the record. */
    public long offset;

    /** The broker's append time, epoch milliseconds. */
    public long timestamp;

    /** Leader epoch of the partition when it was appended, -1 for unknown. */
    public int leaderEpoch;

    /** Record key, may be null; null again once the state stage is done with it, unless the record is garbage. */
    public byte[] key;

    /** Record value; as {@link #key}. */
    public byte[] value;

    // written by state

    /** What the record did. */
    public final Effects effects = new Effects();

    /** Whether this process leads after this record: only then may its reply leave. */
    public boolean leads;

    /** Whether {@link #meta} and {@link #checksum} are filled: the state may be cut after this record. */
    public boolean cuttable;

    /** The state just after this record, if cuttable. */
    public final Meta meta = new Meta();

    /** The checksum inside the record's frame, if cuttable. */
    public int checksum;

    /** Loads the record's bytes and where its effects go, for nothing but to have them in the cache soon. */
    public int touch() {
        int seen = effects.touch();
        if (key != null && key.length > 0) {
            seen += key[0] + key[key.length - 1];
        }
        if (value != null && value.length > 0) {
            seen += value[0] + value[value.length >>> 1] + value[value.length - 1];
        }
        return seen;
    }

    /** Lets go of the record's bytes: a ring must not keep a lap of them alive. */
    public void dropRecord() {
        key = null;
        value = null;
    }
}
