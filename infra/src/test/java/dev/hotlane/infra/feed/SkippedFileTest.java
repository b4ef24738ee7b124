package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A feed begins with a state file above the position, as the log no longer continues an older one. The file has a record that
 * no TICK has passed, and a SKIP of that record stands behind it.
 */
class SkippedFileTest {
    private static final TopicPartition COMMANDS = new TopicPartition("t.commands", 0);

    @TempDir
    Path directory;

    private final RandomFeedLog log = new RandomFeedLog(new SplittableRandom(Long.getLong("seed", 1)));

    /** The log from its second record on. */
    private Consumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                log.records.stream()
                        .skip(position(COMMANDS))
                        .forEach(each -> addRecord(new ConsumerRecord<>(
                                COMMANDS.topic(),
                                0,
                                each.offset(),
                                each.timestamp(),
                                each.timestampType(),
                                0,
                                0,
                                each.key(),
                                each.value(),
                                each.headers(),
                                each.leaderEpoch())));
                return super.poll(timeout);
            }
        };
        consumer.updateBeginningOffsets(Map.of(COMMANDS, 1L));
        consumer.updateEndOffsets(Map.of(COMMANDS, (long) log.records.size()));
        return consumer;
    }

    private FeedFiles files() {
        return new FeedFiles(new FeedDirectory(directory));
    }

    private StateSources sources() {
        return sources(null);
    }

    private StateSources sources(FlushSettings mysql) {
        FeedSettings settings =
                new FeedSettings(KafkaConnection.to("none:9092"), "t", FeedScope.ALL, directory, mysql, null);
        return new StateSources(settings, RandomFeedLog.IDENTITY, files(), this::consumer);
    }

    private static FeedProgress position(long upTo) {
        String topic = RandomFeedLog.IDENTITY.topicId();
        FeedScope all = FeedScope.ALL;
        return new FeedProgress(upTo, 0, 0, 0, topic, all.prefixes(), all.buckets(), 0, 0, 77);
    }

    private void appendSkip(long target) {
        ConsumerRecord<byte[], byte[]> skip =
                new ConsumerRecord<>("log", 0, log.records.size(), null, new RecordWriter().skip(target));
        log.records.add(skip);
    }

    private static void applyAll(FeedSource.Loaded loaded) {
        loaded.input().poll(true).forEach(loaded.follower()::apply);
    }

    private void saveAll() {
        FeedFollower follower =
                new FeedFollower(new State(), RandomFeedLog.IDENTITY, LastRecord.of(new Meta()), FeedScope.ALL);
        log.records.forEach(follower::apply);
        files().save(follower);
    }

    @Test
    void isNotUsedAgain() {
        log.grow(20);
        long target = log.records.size();
        log.run(Command.transact(Op.set("stock:1", 7)));
        saveAll();
        appendSkip(target);
        StateSources sources = sources();
        FeedSource.Loaded loaded = sources.load(position(3));
        assertThatThrownBy(() -> applyAll(loaded))
                .isInstanceOfSatisfying(
                        LateSkipException.class,
                        late -> assertThat(loaded.follower().beganWith(late.skipped()))
                                .isTrue());
        sources.reject(loaded, position(3));
        assertThat(files().all()).isEmpty();
        assertThatThrownBy(() -> sources.load(position(3)))
                .isInstanceOfSatisfying(
                        HaltReason.class, end -> assertThat(end.code()).isEqualTo(ExitCode.LOG_LOST_RANGE));
    }

    @Test
    void isUsedIfThePositionHasPassedTheRecord() {
        log.grow(20);
        saveAll();
        long end = log.records.size();
        appendSkip(end - 1);
        FeedSource.Loaded loaded = sources().load(position(end - 1));
        applyAll(loaded);
        assertThat(loaded.follower().next()).isEqualTo(end + 1);
    }

    @Test
    void endsWithACodeThatARestartCuresWhileMySqlIsAway() {
        log.grow(20);
        StateSources sources = sources(Verifier.database("jdbc:mysql://127.0.0.1:1/lane", "hotlane", ""));
        assertThatThrownBy(() -> sources.load(position(3)))
                .hasMessageContaining("the log starts at offset 1")
                .isInstanceOfSatisfying(
                        HaltReason.class, end -> assertThat(end.code()).isEqualTo(ExitCode.MYSQL_UNREACHABLE));
    }
}
