package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.batch.PackedChunk;
import dev.hotlane.flusher.batch.Seeds;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedRowTest {
    private static final String TABLE = "hl_window";

    private final PackedChunk chunk = new PackedChunk();

    @Test
    void laysEntriesOutAsDocumented() {
        chunk.append(0x0102030405060708L, new byte[] {9, 10, 11, 12}, 1, 2);
        byte[] expected = {8, 7, 6, 5, 4, 3, 2, 1, 2, 0, 10, 11};
        assertThat(Arrays.copyOf(chunk.bytes, chunk.length)).isEqualTo(expected);
        assertThat(chunk.firstSequence).isEqualTo(0x0102030405060708L);
        assertThat(chunk.endSequence).isEqualTo(0x0102030405060709L);
        assertThat(chunk.entries).isEqualTo(1);
    }

    @Test
    void deliversWhatWasPackedFromTheWindowOn() {
        Random random = Seeds.random();
        List<Long> offsets = fill(random, 500);
        PackedRow row = row();
        row.require(offsets.get(0), chunk.endSequence);
        long windowStart = offsets.get(random.nextInt(offsets.size()));
        List<Long> delivered = new ArrayList<>();
        row.deliver(windowStart, (sequence, src, off, len) -> {
            delivered.add(sequence);
            assertThat(len).isEqualTo((int) (sequence % 300));
            for (int i = 0; i < len; i++) {
                assertThat(src[off + i]).isEqualTo((byte) (sequence + i));
            }
        });
        assertThat(delivered).isEqualTo(offsets.subList(offsets.indexOf(windowStart), offsets.size()));
    }

    @Test
    void cutsRunsAtWholeEntriesOnly() {
        Random random = Seeds.random();
        List<Long> offsets = fill(random, 500);
        for (int bytesMax : new int[] {400, 1_000, 5_000, PackedChunk.BYTES_MAX}) {
            long base = offsets.get(random.nextInt(offsets.size())) - random.nextInt(2);
            int from = chunk.startOf(base);
            int seen = 0;
            while (from < chunk.length) {
                int to = chunk.endOfRun(from, bytesMax);
                assertThat(to).isGreaterThan(from).isLessThanOrEqualTo(from + bytesMax);
                for (int at = from; at < to; at = PackedChunk.next(chunk.bytes, at)) {
                    assertThat(PackedChunk.sequenceAt(chunk.bytes, at)).isGreaterThanOrEqualTo(base);
                    seen++;
                }
                from = to;
            }
            assertThat(seen)
                    .isEqualTo((int) offsets.stream().filter(o -> o >= base).count());
        }
    }

    @Test
    void refusesEveryFlippedBit() {
        fill(Seeds.random(), 3);
        for (int bit = 0; bit < chunk.length * 8; bit++) {
            PackedRow row = row();
            row.bytes()[bit / 8] ^= (byte) (1 << (bit % 8));
            assertCorrupt(row, "CRC32C");
        }
    }

    @Test
    void neverTrustsFramingEvenUnderAGoodCrc() {
        Random random = Seeds.random();
        fill(random, 20);
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes =
                    Arrays.copyOf(chunk.bytes, random.nextInt(8) == 0 ? random.nextInt(chunk.length) : chunk.length);
            for (int n = random.nextInt(3); n > 0 && bytes.length > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            PackedRow row = new PackedRow(
                    TABLE,
                    chunk.firstSequence,
                    chunk.endSequence,
                    chunk.entries,
                    PackedRows.crc(bytes, 0, bytes.length),
                    bytes);
            try {
                row.require(Long.MIN_VALUE, Long.MAX_VALUE);
            } catch (FlusherException e) {
                assertThat(e.reason()).isEqualTo(Reason.CORRUPT_CHECKPOINT);
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void saysWhichColumnDoesNotFit() {
        fill(Seeds.random(), 10);
        PackedRow good = row();
        assertCorrupt(
                new PackedRow(TABLE, good.firstSequence() - 1, good.endSequence(), 10, good.crc32c(), good.bytes()),
                "has sequence");
        assertCorrupt(
                new PackedRow(TABLE, good.firstSequence(), good.endSequence() + 1, 10, good.crc32c(), good.bytes()),
                "its columns say 10 up to");
        assertCorrupt(
                new PackedRow(TABLE, good.firstSequence(), good.endSequence(), 11, good.crc32c(), good.bytes()),
                "holds 10");
        good.require(good.firstSequence(), Long.MAX_VALUE);
        assertThatThrownBy(() -> good.require(good.firstSequence() + 1, Long.MAX_VALUE))
                .hasMessageContaining("below");
        assertThatThrownBy(() -> good.require(0, good.endSequence() - 1)).hasMessageContaining("by hl_meta");
        assertCorrupt(new PackedRow(TABLE, 5, 6, 0, 0, new byte[0]), "holds 0 entries");
    }

    @Test
    void refusesSequencesThatDecrease() {
        chunk.append(5, new byte[1], 0, 1);
        chunk.append(5, new byte[1], 0, 1);
        row().require(5, 6);
        chunk.append(4, new byte[1], 0, 1);
        assertCorrupt(row(), "has sequence 4 at byte 22 where 5 or more belongs");
    }

    private static void assertCorrupt(PackedRow row, String why) {
        assertThatThrownBy(() -> row.require(Long.MIN_VALUE, Long.MAX_VALUE))
                .isInstanceOf(FlusherException.class)
                .hasMessageContaining("first_sequence " + row.firstSequence())
                .hasMessageContaining(why);
    }

    /** Entries whose length and bytes follow from their offset. */
    private List<Long> fill(Random random, int entries) {
        List<Long> offsets = new ArrayList<>();
        long offset = 1_000;
        for (int i = 0; i < entries; i++) {
            offset += random.nextInt(4);
            byte[] payload = new byte[(int) (offset % 300)];
            for (int b = 0; b < payload.length; b++) {
                payload[b] = (byte) (offset + b);
            }
            assertThat(chunk.append(offset, payload, 0, payload.length)).isTrue();
            offsets.add(offset);
        }
        return offsets;
    }

    private PackedRow row() {
        byte[] bytes = Arrays.copyOf(chunk.bytes, chunk.length);
        return new PackedRow(
                TABLE,
                chunk.firstSequence,
                chunk.endSequence,
                chunk.entries,
                PackedRows.crc(bytes, 0, bytes.length),
                bytes);
    }
}
