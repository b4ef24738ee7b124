package dev.hotlane.flusher;

/**
 * What changed between two cuts: dirty keys, packed entries and, once frozen, the cut. Belongs to the flush thread
 * while it fills, to the writer from its freezing until it is empty again.
 */
public final class Batch {
    final DirtyMap counters = new DirtyMap();
    final PackedChunks packed = new PackedChunks();
    final Cut cut = new Cut();

    Batch() {}

    long heapBytes() {
        return counters.heapBytes() + (long) packed.chunkCount() * PackedChunk.BYTES_MAX;
    }

    void clear() {
        counters.clear();
        packed.clear();
    }
}
