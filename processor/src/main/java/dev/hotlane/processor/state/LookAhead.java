package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.RecordKind;

/*
 * Why. A command touches some six cache lines that are in no cache: the places of its id, of its key and of the entry
 * that leaves the window in three indexes, and the counter's row. One after the other, each costs a full memory access
 * (180 ns on the machine of docs/measurements.md). A processor looks too few instructions ahead to find the next
 * command's loads while it waits for this one's. For 16 commands in one tight loop the accesses overlap (15 ns each).
 * So records are decoded ahead into up to 16 views. One loop loads all their index places; a second one loads the rows
 * that those places name. Then the records are applied one by one from the cache.
 */

/**
 * The next records, decoded before their turn; their memory is prefetched together. Has no visible effect: any other
 * record is decoded and prefetched when it comes. Owned by the state thread.
 */
public final class LookAhead {
    /** Most records at a time. Their memory, some 1.5 KB a record, must stay in the nearest caches until their turn. */
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
     * Decodes one more record, in the order of the offsets. Returns false if no later one may be added before this one
     * is applied: no room, or it may change what decoding depends on, such as the hash seed. The arrays must not change
     * any more.
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
        } catch (RuntimeException e) {
            // It fails again when it is applied; then the halt names its own offset and not that of an earlier record.
            return false;
        }
        end++;
        closed = record.kind != RecordKind.COMMAND && record.kind != RecordKind.READ;
        return end < RECORDS_MAX && !closed;
    }

    /** Prefetches the memory that all of them touch. */
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
            holds.touch(id);
        }
    }

    /** Records decoded and not yet taken. */
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
