package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Faults that end a running processor, with their exit codes. */
@Tag("it")
@ExtendWith(RealStack.class)
class HaltingTest {
    private final Lane lane;

    @TempDir
    private Path directory;

    HaltingTest(Lane lane) {
        this.lane = lane;
    }

    private static HaltReason halted(Started started) throws Exception {
        return started.halted().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTopicCreatedAgainUnderTheRunningLane() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready()) {
            on.recreateCommands();
            assertThat(halted(started).code()).isIn(ExitCode.TOPIC_RECREATED, ExitCode.LOG_LOST_RANGE);
            assertThat(started.processor().healthy()).isFalse();
        }
    }

    @Test
    void aTransactionalWriterThatMakesGaps() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready();
                KafkaProducer<byte[], byte[]> writer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", lane.stack().bootstrapServers(), "transactional.id", on.name),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            writer.initTransactions();
            writer.beginTransaction();
            writer.send(new ProducerRecord<>(TopicSpec.commands(on.name).name(), 0, null, new byte[1]));
            writer.commitTransaction();
            HaltReason refusal = halted(started);
            assertThat(refusal.code()).isEqualTo(ExitCode.OFFSET_GAP);
            assertThat(refusal).hasMessageContaining("transactional producer");
        }
    }

    @Test
    void anotherOwnerOfTheCheckpoint() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready()) {
            Awaitility.await()
                    .until(() -> started.processor().status().offsets().flushed() > 0);
            on.sql("UPDATE hl_meta SET fence_epoch = 99");
            assertThat(halted(started).code()).isEqualTo(ExitCode.FENCED);
        }
    }

    @Test
    void aChangedSettingIsAnAlarmNotAHalt() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready()) {
            on.admin
                    .createPartitions(Map.of(TopicSpec.commands(on.name).name(), NewPartitions.increaseTo(2)))
                    .all()
                    .get();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> ServingTest.get(started, "/metrics").body().contains("hotlane_topics_changed 1.0"));
            assertThat(started.halted()).isNotDone();
        }
    }

    @Test
    void aSkipOfARecordThatThisProcessHasApplied() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready()) {
            RecordWriter writer = new RecordWriter();
            // The SKIP is void if a TICK comes between the two records.
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                long applied = on.caller.append(null, new byte[1]).get().offset();
                on.caller.append(null, writer.skip(applied)).get();
                return started.halted().isDone();
            });
            HaltReason refusal = halted(started);
            assertThat(refusal.code()).isEqualTo(ExitCode.LATE_SKIP);
            assertThat(refusal).hasMessageContaining("hotlane skip");
        }
    }
}
