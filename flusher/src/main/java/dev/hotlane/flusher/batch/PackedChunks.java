package dev.hotlane.flusher.batch;

import java.util.ArrayDeque;

/** The packed entries of one kind in one batch, oldest chunk first. Owned by one thread at a time. */
public final class PackedChunks {
    /** Empty chunks kept for reuse: enough for some seconds of load. The collector frees those of a spike. */
    private static final int SPARE_MAX = 4;

    /** The chunks, oldest first; for reading only. */
    public final ArrayDeque<PackedChunk> chunks = new ArrayDeque<>();

    private final ArrayDeque<PackedChunk> spare = new ArrayDeque<>(SPARE_MAX);
    private long lastSequence = -1;

    public PackedChunks() {}

    public void append(long sequence, byte[] src, int offset, int length) {
        if (length > PackedChunk.PAYLOAD_BYTES_MAX) {
            throw new IllegalArgumentException("packed entry of " + length + " bytes at sequence " + sequence
                    + ", expected at most " + PackedChunk.PAYLOAD_BYTES_MAX);
        }
        if (sequence < lastSequence) {
            throw new IllegalArgumentException(
                    "packed entry at sequence " + sequence + " after one at " + lastSequence);
        }
        PackedChunk last = chunks.peekLast();
        if (last == null || !last.append(sequence, src, offset, length)) {
            PackedChunk fresh = spare.isEmpty() ? new PackedChunk() : spare.removeLast();
            fresh.append(sequence, src, offset, length);
            chunks.addLast(fresh);
        }
        lastSequence = sequence;
    }

    /** Drops the chunks that are wholly below the start, as no reader needs them. Entries at the start all stay. */
    void dropBelow(long start) {
        PackedChunk first = chunks.peekFirst();
        while (first != null && first.endSequence <= start) {
            recycle(chunks.removeFirst());
            first = chunks.peekFirst();
        }
    }

    public void clear() {
        while (!chunks.isEmpty()) {
            recycle(chunks.removeFirst());
        }
        lastSequence = -1;
    }

    /** Sequence of the last entry, dropped since or not; -1 when there was none. */
    public long lastSequence() {
        return lastSequence;
    }

    public int chunkCount() {
        return chunks.size();
    }

    private void recycle(PackedChunk chunk) {
        if (spare.size() < SPARE_MAX) {
            chunk.clear();
            spare.addLast(chunk);
        }
    }
}
