package dev.hotlane.processor.flow;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.protocol.Meta;

/**
 * One slot of the ring: a record on its way. Fields are grouped by the thread that writes them. That thread sets them
 * on every lap, meta only if cuttable, so no value of the lap before is read. Later threads only read.
 */
public final class Slot {
    // written by log

    /** Offset of the record. */
    public long offset;

    /** The broker's append time, epoch milliseconds. */
    public long timestamp;

    /** Leader epoch of the partition when it was appended, -1 for unknown. */
    public int leaderEpoch;

    /** Record key, may be null. The state stage sets it to null when done, unless the record is garbage. */
    public byte[] key;

    /** Record value; as {@link #key}. */
    public byte[] value;

    // written by state

    /** Effects of the record. */
    public final Effects effects = new Effects();

    /** Whether this process leads after this record; if not, its reply is held. */
    public boolean leads;

    /** Whether {@link #meta} is filled: the state may be cut after this record. */
    public boolean cuttable;

    /** The state just after this record, if cuttable. */
    public final Meta meta = new Meta();

    /** Reads the record's bytes and its effects, only to bring them into the CPU cache. */
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

    /** Releases the record's bytes, so that the ring does not keep a lap of them alive. */
    public void dropRecord() {
        key = null;
        value = null;
    }
}
