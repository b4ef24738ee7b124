package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.RecordKind;

/*
 * Why. A command meets some six cache lines that no cache has: the places of its id, of its key and of the entry that
 * leaves the window in three indexes, the counter's row. One after the other each costs a full trip to memory (180 ns on
 * the machine of docs/measurements.md), and a processor sees too few instructions ahead to find the next command's loads
 * while it waits for this one's. Asked for 16 commands in one tight loop the trips overlap (15 ns each). So records are
 * decoded ahead into a handful of views, then all their index places are loaded in one loop, then the rows that those
 * places name in a second one; then they are applied one by one and find everything near.
 */

/**
 * The next records, decoded before their turn, whose places in memory were asked for together. Changes nothing that can
 * be seen: a record that was not looked at ahead is decoded and asked for when it comes. Owned by the state thread.
 */
public final class LookAhead {
    /** Most records at a time. What they touch must stay in the nearest caches until it is their turn: some 1.5 KB a record. */
    public static final int RECORDS_MAX = 16;

    private final Counters counters;
    private final Holds holds;
    private final Window window;
    private final Skips skips;
    private final Decoded[] records = new Decoded[RECORDS_MAX];
    private int next;
    private int end;
    private boolean closed;

    LookAhead(Counters counters, Holds holds, Window window, Skips skips) {
        this.counters = counters;
        this.holds = holds;
        this.window = window;
        this.skips = skips;
        for (int i = 0; i < RECORDS_MAX; i++) {
            records[i] = new Decoded();
        }
    }

    /**
     * Decodes one more record, in the order of the offsets; false if none behind it may be looked at before it is applied:
     * no room, or it may change what the look depends on, such as the hash seed. The arrays must not change any more.
     */
    public boolean add(long offset, byte[] key, byte[] value) {
        if (next == end) {
            next = 0;
            end = 0;
            closed = false;
        }
        if (end == RECORDS_MAX || closed || skips.mayTake(offset)) {
            return false;
        }
        Decoded record = records[end];
        try {
            record.decode(key, value, window, counters);
        } catch (RuntimeException poison) {
            // It will fail again when it is applied; there the halt names its own offset and not that of one before it.
            return false;
        }
        end++;
        closed = record.kind != RecordKind.COMMAND && record.kind != RecordKind.READ;
        return end < RECORDS_MAX && !closed;
    }

    /** Asks the memory for what all of them touch. */
    public void ask() {
        for (int i = next; i < end; i++) {
            askIndexes(records[i]);
        }
        window.touchOldest(end - next);
        for (int i = next; i < end; i++) {
            Decoded record = records[i];
            for (int op = 0; op < record.keyCount; op++) {
                counters.touchRow(record.keyHashes[op]);
            }
        }
    }

    private void askIndexes(Decoded record) {
        if (!record.isSound()) {
            return;
        }
        window.touch(record.idHash);
        for (int op = 0; op < record.keyCount; op++) {
            counters.touch(record.keyHashes[op]);
        }
        if (holds.count() > 0) {
            CommandId id =
                    record.hasTarget() ? record.target : record.view.command().id();
            holds.touch(id.hi(), id.lo());
        }
    }

    /** Records that were looked at and not taken yet. */
    public int size() {
        return end - next;
    }

    /** The record whose turn it is, decoded. */
    Decoded take(byte[] key, byte[] value) {
        if (next == end || !records[next].is(key, value)) {
            next = 0;
            end = 1;
            records[0].decode(key, value, window, counters);
            ask();
        }
        return records[next++];
    }
}
