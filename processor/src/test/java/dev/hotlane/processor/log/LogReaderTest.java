package dev.hotlane.processor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.WaitKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogReaderTest {
    private static final TopicPartition PARTITION = new TopicPartition("t.commands", 0);
    private static final int RING = 64;

    private final CompletableFuture<HaltReason> halted = new CompletableFuture<>();
    private final Halt halt = new Halt(halted::complete);
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch open = new CountDownLatch(1);
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Positions positions = Positions.of(10, 10, System.nanoTime(), FlushLimit.of(10, () -> 10), () -> 10);
    private Pipeline pipeline;
    private LogReader reader;

    @BeforeEach
    void start() {
        EventHandler<Slot> nothing = (slot, sequence, endOfBatch) -> {};
        EventHandler<Slot> state = (slot, sequence, endOfBatch) -> {
            open.await();
            assertThat(slot.leaderEpoch).isEqualTo(4);
            if (slot.value == null) {
                assertThat(slot.timestamp).isBetween(1_000 + slot.offset, 1_043L);
            } else {
                assertThat(slot.timestamp).isEqualTo(1_000 + slot.offset);
                assertThat(slot.value).containsExactly((byte) slot.offset);
            }
            seen.add(slot.offset);
        };
        pipeline = new Pipeline(RING, WaitKind.PARKING, Duration.ofMillis(20), halt);
        pipeline.start(state, nothing, nothing);
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.seek(PARTITION, 10);
        reader = new LogReader(
                consumer, PARTITION, 10, new SkippedGaps(new long[] {40, 41, 43}), positions, pipeline.ring(), halt);
    }

    @Test
    void anEmptyPollOfALogThatAnswersIsAnAnswer() {
        long before = System.nanoTime();
        reader.start();
        await().until(() -> positions.logAnswered().getAsLong() - before > 0);
        assertThat(seen).isEmpty();
    }

    @AfterEach
    void stop() throws InterruptedException {
        open.countDown();
        reader.stop();
        pipeline.stop(Duration.ofSeconds(1));
    }

    private void records(long from, long upTo) {
        for (long offset = from; offset < upTo; offset++) {
            consumer.addRecord(new ConsumerRecord<>(
                    PARTITION.topic(),
                    0,
                    offset,
                    1_000 + offset,
                    TimestampType.LOG_APPEND_TIME,
                    0,
                    1,
                    null,
                    new byte[] {(byte) offset},
                    new RecordHeaders(),
                    Optional.of(4)));
        }
        consumer.updateEndOffsets(Map.of(PARTITION, upTo));
    }

    @Test
    void publishesEveryRecordInOrder() {
        open.countDown();
        records(10, 1_000);
        reader.start();
        await().until(() -> seen.size() == 990);
        for (int i = 0; i < seen.size(); i++) {
            assertThat(seen.get(i)).isEqualTo(10 + i);
        }
        assertThat(halted).isNotDone();
        await().until(() -> positions.logEnd().getAsLong() == 1_000);
    }

    @Test
    void waitsWhileTheRingIsFullAndCanBeStoppedThen() throws InterruptedException {
        records(10, 400);
        reader.start();
        await().until(() -> pipeline.ring().remainingCapacity() < RING / 4);
        await().during(Duration.ofMillis(50)).until(() -> pipeline.ring().remainingCapacity() >= 0 && seen.isEmpty());
        reader.stop();
        open.countDown();
        await().until(() -> seen.size() >= RING / 2);
        assertThat(seen.get(0)).isEqualTo(10);
    }

    @Test
    void haltsAtAGapAndPublishesNothingBeyondIt() {
        open.countDown();
        records(10, 20);
        records(21, 30);
        reader.start();
        await().until(halted::isDone);
        assertThat(halted.join().code()).isEqualTo(ExitCode.OFFSET_GAP);
        assertThat(halted.join()).hasMessageContaining("after offset 19").hasMessageContaining("came 21");
        assertThat(seen).allMatch(offset -> offset < 20);
    }

    @Test
    void closesAGapOfWhichSkipsNameEveryOffset() {
        open.countDown();
        records(10, 40);
        records(42, 60);
        reader.start();
        await().until(() -> seen.size() == 50);
        for (int i = 0; i < seen.size(); i++) {
            assertThat(seen.get(i)).isEqualTo(10 + i);
        }
        assertThat(halted).isNotDone();
    }

    @Test
    void haltsInAGapOfWhichSkipsNameTheBeginningOnly() {
        open.countDown();
        records(10, 40);
        records(43, 60);
        reader.start();
        await().until(halted::isDone);
        assertThat(halted.join()).hasMessageContaining("expected 42").hasMessageContaining("hotlane skip 42");
        assertThat(seen).allMatch(offset -> offset < 42);
    }

    @Test
    void haltsWhenTheLogHasLostItsPosition() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 50L));
        consumer.setOffsetsException(null);
        consumer.setPollException(
                new org.apache.kafka.clients.consumer.OffsetOutOfRangeException(Map.of(PARTITION, 10L)));
        reader.start();
        await().until(halted::isDone);
        assertThat(halted.join().code()).isEqualTo(ExitCode.LOG_LOST_RANGE);
    }

    @Test
    void haltsWhenReadingFails() {
        consumer.setPollException(new KafkaException("as the test wants it"));
        reader.start();
        await().until(halted::isDone);
        assertThat(halted.join().code()).isEqualTo(ExitCode.LOG_READ_FAILED);
    }
}
