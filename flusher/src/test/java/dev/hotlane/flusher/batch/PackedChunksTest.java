package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PackedChunksTest {
    private static final byte[] PAYLOAD = new byte[60_000];
    private static final int ENTRIES_OF_A_CHUNK =
            PackedChunk.BYTES_MAX / (PAYLOAD.length + PackedChunk.ENTRY_HEADER_BYTES);

    private final PackedChunks packed = new PackedChunks();

    @Test
    void neverDropsAPartOfARecordsEntries() {
        int last = ENTRIES_OF_A_CHUNK - 1;
        for (long sequence = 0; sequence <= last; sequence++) {
            packed.append(sequence, PAYLOAD, 0, PAYLOAD.length);
        }
        packed.append(last, PAYLOAD, 0, PAYLOAD.length);
        packed.append(last + 1, PAYLOAD, 0, PAYLOAD.length);
        assertThat(packed.chunkCount()).isEqualTo(2);
        assertThat(packed.chunks.peekLast().firstSequence).isEqualTo(last);
        packed.dropBelow(last);
        assertThat(packed.chunkCount()).isEqualTo(2);
        packed.dropBelow(last + 1);
        assertThat(packed.chunkCount()).isEqualTo(1);
        packed.dropBelow(last + 2);
        assertThat(packed.chunkCount()).isZero();
        assertThat(packed.lastSequence()).isEqualTo(last + 1);
    }

    @Test
    void aChunkStartsAtTheFirstOfSeveralEntries() {
        PackedChunk chunk = new PackedChunk();
        for (long sequence : new long[] {3, 5, 5, 5, 7}) {
            chunk.append(sequence, PAYLOAD, 0, 10);
        }
        int entry = PackedChunk.ENTRY_HEADER_BYTES + 10;
        assertThat(chunk.startOf(3)).isZero();
        assertThat(chunk.startOf(4)).isEqualTo(entry);
        assertThat(chunk.startOf(5)).isEqualTo(entry);
        assertThat(chunk.startOf(6)).isEqualTo(4 * entry);
        assertThat(chunk.startOf(8)).isEqualTo(5 * entry).isEqualTo(chunk.length);
        assertThat(chunk.endSequence).isEqualTo(8);
    }
}
