package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HBatchingTest {
    private static final byte[] PAYLOAD = new byte[60];

    private final Writer writer = new Writer();
    private final HBatching batching = new HBatching(writer, new BatchLimits(Duration.ZERO, 1_000));
    private final Meta cut = new Meta();

    @Test
    void freezesTheLatestValueOfEveryKeyAtTheCut() {
        counter("a", 1);
        counter("b", 2);
        counter("a", 3);
        removed("b");
        cut.nextOffset = 4;
        cut.digest = 77;
        assertThat(batching.due()).isTrue();
        assertThat(batching.offerCut(cut)).isTrue();

        cut.nextOffset = 5;
        Batch batch = writer.taken.get(0);
        assertThat(batch.cut.nextOffset).isEqualTo(4);
        assertThat(batch.cut.digest).isEqualTo(77);
        int[] positions = new KeyOrder().of(batch.counters);
        assertThat(batch.counters.size()).isEqualTo(2);
        assertThat(batch.counters.word(positions[0], DirtyMap.VALUE)).isEqualTo(3);
        assertThat(batch.counters.removed(positions[0])).isFalse();
        assertThat(batch.counters.removed(positions[1])).isTrue();
    }

    @Test
    void keepsNewEventsOutOfTheFrozenBatch() {
        counter("a", 1);
        cut.nextOffset = 1;
        batching.offerCut(cut);
        counter("a", 2);
        batching.packed(1, PAYLOAD, 0, 60);
        assertThat(writer.taken.get(0).counters.word(0, DirtyMap.VALUE)).isEqualTo(1);
        assertThat(writer.taken.get(0).packed.chunkCount()).isZero();
    }

    @Test
    void goesOnCoalescingWhileTheWriterIsBusy() {
        writer.ready = false;
        for (int i = 0; i < 10_000; i++) {
            counter("k" + i % 10, i);
            cut.nextOffset = i + 1L;
            assertThat(batching.due()).isFalse();
            assertThat(batching.offerCut(cut)).isFalse();
        }
        assertThat(batching.dirtyKeys()).isEqualTo(10);
        writer.ready = true;
        assertThat(batching.offerCut(cut)).isTrue();
        assertThat(writer.taken.get(0).counters.size()).isEqualTo(10);
    }

    @Test
    void waitsForTheIntervalUnlessManyKeysAreDirty() {
        HBatching slow = new HBatching(writer, new BatchLimits(Duration.ofHours(1), 100));
        cut.nextOffset = 1;
        assertThat(slow.due()).isTrue();
        slow.offerCut(cut);
        for (int i = 0; i < 99; i++) {
            byte[] key = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
            slow.counter(key, 0, key.length, Keys.hash(key), 0, 0, 0, 0);
        }
        assertThat(slow.due()).isFalse();
        slow.counter(PAYLOAD, 0, 60, 1, 0, 0, 0, 0);
        assertThat(slow.due()).isTrue();
    }

    @Test
    void offersNothingThatMySqlHasAlready() {
        writer.flushed = 10;
        cut.nextOffset = 10;
        assertThat(batching.offerCut(cut)).isFalse();
        cut.nextOffset = 11;
        assertThat(batching.offerCut(cut)).isTrue();
        assertThat(batching.offerCut(cut)).isFalse();
    }

    @Test
    void refusesCutsThatGoBackAndEntriesOutOfOrder() {
        cut.nextOffset = 10;
        batching.offerCut(cut);
        cut.nextOffset = 9;
        assertThatThrownBy(() -> batching.offerCut(cut)).hasMessageContaining("cut at offset 9 after one at 10");
        batching.packed(12, PAYLOAD, 0, 60);
        batching.packed(12, PAYLOAD, 0, 60);
        assertThatThrownBy(() -> batching.packed(11, PAYLOAD, 0, 60))
                .hasMessageContaining("sequence 11 after one at 12");
        assertThatThrownBy(() -> batching.packed(13, new byte[70_000], 0, 70_000))
                .hasMessageContaining("65535");
        cut.nextOffset = 12;
        assertThatThrownBy(() -> batching.offerCut(cut)).hasMessageContaining("at sequence 12");
    }

    /** 6 GB of entries pass through while MySQL is away; only the window's share of them may stay. */
    @Test
    void memoryStaysBoundedByTheWindowWhileMySqlIsAway() {
        writer.ready = false;
        long window = 100_000;
        long most = 0;
        for (long offset = 0; offset < 100_000_000; offset++) {
            batching.packed(offset, PAYLOAD, 0, PAYLOAD.length);
            if ((offset & 1023) == 0 && batching.due()) {
                cut.nextOffset = offset + 1;
                cut.windowStart = Math.max(0, offset - window);
                assertThat(batching.offerCut(cut)).isFalse();
                most = Math.max(most, batching.dirtyBytes());
            }
        }
        long windowBytes = window * (PAYLOAD.length + PackedChunk.ENTRY_HEADER_BYTES);
        assertThat(most).isBetween(windowBytes, windowBytes + 4 * PackedChunk.BYTES_MAX);
        writer.ready = true;
        cut.nextOffset = 100_000_000;
        cut.windowStart = cut.nextOffset - window;
        assertThat(batching.offerCut(cut)).isTrue();
        PackedChunks packed = writer.taken.get(0).packed;
        assertThat(packed.chunks.peekFirst().firstSequence).isLessThanOrEqualTo(cut.windowStart);
        assertThat(packed.chunks.stream().mapToLong(c -> c.entries).sum()).isGreaterThanOrEqualTo(window);
    }

    @Test
    void aHoldThatCameAndWentIsOnlyPacked() {
        open(10);
        open(11);
        batching.holdResolved(10, 12, PAYLOAD, 0, 60);
        batching.holdResolved(3, 12, PAYLOAD, 0, 60);
        cut.nextOffset = 13;
        assertThat(batching.offerCut(cut)).isTrue();
        Batch batch = writer.taken.get(0);
        long[] sequences = new long[2];
        assertThat(batch.holds.sequences(sequences)).isEqualTo(2);
        assertThat(sequences).containsExactlyInAnyOrder(3, 11);
        assertThat(batch.holds.read(3, new OpenHold())).isFalse();
        assertThat(batch.resolved.chunks.getFirst().entries).isEqualTo(2);
    }

    @Test
    void manyDirtyHoldsMakeAFlushDue() {
        HBatching slow = new HBatching(writer, new BatchLimits(Duration.ofHours(1), 3));
        cut.nextOffset = 1;
        slow.offerCut(cut);
        slow.holdOpened(Holds.random(new Random(1), 1, 10));
        slow.holdOpened(Holds.random(new Random(1), 2, 10));
        assertThat(slow.due()).isFalse();
        slow.holdOpened(Holds.random(new Random(1), 3, 10));
        assertThat(slow.due()).isTrue();
        assertThat(slow.dirtyKeys()).isEqualTo(3);
    }

    @Test
    void refusesHoldsBeyondTheCut() {
        cut.sequenceBase = 100;
        cut.nextOffset = 10;
        open(109);
        assertThat(batching.offerCut(cut)).isTrue();
        open(110);
        assertThatThrownBy(() -> batching.offerCut(cut)).hasMessageContaining("at sequence 110");
        cut.nextOffset = 11;
        assertThat(batching.offerCut(cut)).isTrue();
        batching.holdResolved(110, 111, PAYLOAD, 0, 60);
        assertThatThrownBy(() -> batching.offerCut(cut)).hasMessageContaining("at sequence 111");
        assertThatThrownBy(() -> batching.holdResolved(109, 110, PAYLOAD, 0, 60))
                .hasMessageContaining("sequence 110 after one at 111");
    }

    @Test
    void countsTombstonesAndWhatIsInHandUntilMySqlHasIt() {
        writer.ready = false;
        batching.due();
        long before = batching.dirtyBytes();
        for (int i = 0; i < 100_000; i++) {
            counter("bucket:" + i, i);
            removed("bucket:" + i);
        }
        batching.due();
        long grown = batching.dirtyBytes() - before;
        assertThat(grown).as("40 of numbers, 16 of the key, 16 of its place").isGreaterThan(72L * 100_000);
        writer.ready = true;
        cut.nextOffset = 2;
        batching.offerCut(cut);
        writer.ready = false;
        batching.due();
        assertThat(batching.dirtyBytes()).isGreaterThan(grown);
        writer.taken.get(0).clear();
        writer.ready = true;
        batching.due();
        assertThat(batching.dirtyBytes()).isLessThan(1 << 20);
    }

    /** 400 MB of resolved holds, all in chunks that end in the middle of a record: those at the start must stay. */
    @Test
    void memoryStaysBoundedByTheResolvedHoldsThatAreKept() {
        writer.ready = false;
        OpenHold hold = Holds.random(new Random(1), 0, 10);
        byte[] image = new byte[200];
        int perRecord = 999;
        long kept = 100L * perRecord;
        long most = 0;
        for (long end = perRecord; end <= 2_000_000; end += perRecord) {
            for (hold.sequence = end - perRecord; hold.sequence < end; hold.sequence++) {
                batching.holdOpened(hold);
                batching.holdResolved(hold.sequence, end - 1, image, 0, image.length);
            }
            cut.nextOffset = end;
            cut.resolvedStart = Math.max(0, end - 1 - kept + perRecord);
            if (batching.due()) {
                batching.offerCut(cut);
                most = Math.max(most, batching.dirtyBytes());
            }
        }
        writer.ready = true;
        assertThat(batching.offerCut(cut)).isTrue();
        PackedChunks resolved = writer.taken.get(0).resolved;
        long bytes = kept * (image.length + PackedChunk.ENTRY_HEADER_BYTES);
        assertThat(most).isBetween(bytes, bytes + 8 * PackedChunk.BYTES_MAX);
        assertThat((long) resolved.chunkCount() * PackedChunk.BYTES_MAX)
                .isBetween(bytes, bytes + 2 * PackedChunk.BYTES_MAX);
        long atStart = resolved.chunks.stream()
                .mapToLong(c -> countOf(cut.resolvedStart, c))
                .sum();
        assertThat(atStart).isEqualTo(perRecord);
    }

    private static long countOf(long sequence, PackedChunk chunk) {
        long count = 0;
        for (int at = 0; at < chunk.length; at = PackedChunk.next(chunk.bytes, at)) {
            count += PackedChunk.sequenceAt(chunk.bytes, at) == sequence ? 1 : 0;
        }
        return count;
    }

    private void open(long sequence) {
        batching.holdOpened(Holds.random(new Random(sequence), sequence, 100));
    }

    @Test
    void discardsWithoutAWriter() {
        DiscardingExchange nowhere = new DiscardingExchange();
        HBatching alone = new HBatching(nowhere, new BatchLimits(Duration.ZERO, 10));
        for (int i = 1; i <= 100; i++) {
            alone.counter(PAYLOAD, 0, 20, i, i, i, 0, 0);
            cut.nextOffset = i;
            assertThat(alone.offerCut(cut)).isTrue();
            assertThat(nowhere.flushedOffset()).isEqualTo(i);
        }
    }

    private void counter(String key, long value) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        batching.counter(bytes, 0, bytes.length, Keys.hash(bytes), value, value, 0, 0);
    }

    private void removed(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        batching.removed(bytes, 0, bytes.length, Keys.hash(bytes));
    }

    /** Keeps what it is given. */
    private static final class Writer implements BatchExchange {
        final List<Batch> taken = new ArrayList<>();
        boolean ready = true;
        long flushed;

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public long flushedOffset() {
            return flushed;
        }

        @Override
        public Batch exchange(Batch frozen) {
            taken.add(frozen);
            return new Batch();
        }

        @Override
        public void flushedElsewhere(long offset) {
            throw new AssertionError("this one leads");
        }
    }
}
