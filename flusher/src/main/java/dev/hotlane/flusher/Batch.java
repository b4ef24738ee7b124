package dev.hotlane.flusher;

/**
 * What changed between two cuts: dirty keys, open holds, packed entries and, once frozen, the cut. Belongs to the flush
 * thread while it fills, to the writer from its freezing until it is empty again.
 */
public final class Batch {
    final DirtyMap counters = new DirtyMap();
    final DirtyHolds holds = new DirtyHolds();
    final PackedChunks resolved = new PackedChunks();
    final PackedChunks packed = new PackedChunks();
    final Cut cut = new Cut();

    Batch() {}

    /** Rows that this batch will write or delete, but for the packed ones. */
    int dirtyRows() {
        return counters.size() + holds.size();
    }

    int chunkCount() {
        return packed.chunkCount() + resolved.chunkCount();
    }

    /** Drops what a cut's state remembers no more. */
    void trim(Cut at) {
        packed.dropBelow(at.windowStart);
        resolved.dropBelow(at.resolvedStart);
    }

    /** Greatest sequence of a record that left something here, -1 for none known. */
    long lastSequence() {
        return Math.max(holds.newest(), Math.max(packed.lastSequence(), resolved.lastSequence()));
    }

    long heapBytes() {
        return counters.heapBytes() + holds.heapBytes() + (long) chunkCount() * PackedChunk.BYTES_MAX;
    }

    void clear() {
        counters.clear();
        holds.clear();
        packed.clear();
        resolved.clear();
    }
}
