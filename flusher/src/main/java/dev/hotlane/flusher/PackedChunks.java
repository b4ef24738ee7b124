package dev.hotlane.flusher;

import java.util.ArrayDeque;

/** The packed entries of one batch, oldest chunk first. Owned by one thread at a time. */
final class PackedChunks {
    /** Empty chunks kept for reuse: enough for some seconds of load; those of a spike are left to the collector. */
    private static final int SPARE_MAX = 4;

    final ArrayDeque<PackedChunk> chunks = new ArrayDeque<>();
    private final ArrayDeque<PackedChunk> spare = new ArrayDeque<>(SPARE_MAX);
    private long endOffset = Long.MIN_VALUE;

    void append(long offset, byte[] src, int off, int len) {
        if (len > PackedChunk.PAYLOAD_BYTES_MAX) {
            throw new IllegalArgumentException("packed entry of " + len + " bytes at offset " + offset
                    + ", expected at most " + PackedChunk.PAYLOAD_BYTES_MAX);
        }
        if (offset < endOffset) {
            throw new IllegalArgumentException("packed entry at offset " + offset + " after one at " + (endOffset - 1));
        }
        PackedChunk last = chunks.peekLast();
        if (last == null || !last.append(offset, src, off, len)) {
            PackedChunk fresh = spare.isEmpty() ? new PackedChunk() : spare.removeLast();
            fresh.append(offset, src, off, len);
            chunks.addLast(fresh);
        }
        endOffset = offset + 1;
    }

    /** Drops the chunks that lie wholly below the window: nobody will ever read them. */
    void dropBelow(long windowStart) {
        PackedChunk first = chunks.peekFirst();
        while (first != null && first.endOffset <= windowStart) {
            recycle(chunks.removeFirst());
            first = chunks.peekFirst();
        }
    }

    void clear() {
        while (!chunks.isEmpty()) {
            recycle(chunks.removeFirst());
        }
        endOffset = Long.MIN_VALUE;
    }

    /** Offset after the last entry, however far below the window; the least long when there was none. */
    long endOffset() {
        return endOffset;
    }

    int chunkCount() {
        return chunks.size();
    }

    private void recycle(PackedChunk chunk) {
        if (spare.size() < SPARE_MAX) {
            chunk.clear();
            spare.addLast(chunk);
        }
    }
}
