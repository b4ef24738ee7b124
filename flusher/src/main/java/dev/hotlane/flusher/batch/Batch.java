package dev.hotlane.flusher.batch;

import dev.hotlane.protocol.Meta;

/**
 * The changes between two cuts: dirty keys, open holds, packed entries and, once frozen, the cut. Owned by the flush
 * thread while it fills, by the writer from its freezing until it is empty again.
 */
public final class Batch {
    public final DirtyMap counters = new DirtyMap();
    public final DirtyHolds holds = new DirtyHolds();
    public final PackedChunks resolved = new PackedChunks();
    public final PackedChunks packed = new PackedChunks();
    public final Meta cut = new Meta();

    public Batch() {}

    /** Rows that this batch will write or delete, without the packed ones. */
    int dirtyRows() {
        return counters.size() + holds.size();
    }

    int chunkCount() {
        return packed.chunkCount() + resolved.chunkCount();
    }

    /** Drops entries that have left the state at that cut. */
    void trim(Meta at) {
        packed.dropBelow(at.windowStart);
        resolved.dropBelow(at.resolvedStart);
    }

    /** Greatest sequence of a record with an entry here, -1 for none. */
    long lastSequence() {
        return Math.max(holds.newest(), Math.max(packed.lastSequence(), resolved.lastSequence()));
    }

    long heapBytes() {
        return counters.heapBytes() + holds.heapBytes() + (long) chunkCount() * PackedChunk.BYTES_MAX;
    }

    /** Empties it for the next use. */
    public void clear() {
        counters.clear();
        holds.clear();
        packed.clear();
        resolved.clear();
    }
}
