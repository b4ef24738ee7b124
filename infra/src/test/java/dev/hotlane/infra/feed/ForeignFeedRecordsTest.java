package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others wrote to the topics of a feed, or took from them, is found and named. */
class ForeignFeedRecordsTest {
    private static final TopicPartition PROGRESS = new TopicPartition("t.progress", 0);
    private static final TopicPartition CHANGES = new TopicPartition("t.changes", 0);
    private static final TopicPartition COUNTERS = new TopicPartition("t.counters", 0);
    private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private final List<byte[]> progress = new ArrayList<>();
    private long changesEnd = 5;
    private long countersEnd = 3;

    private static FeedProgress position(long upTo) {
        return new FeedProgress(upTo, 0, 1, 0, "topic", List.of(), false, 3, 5, 77);
    }

    /** Has the progress topic as it is when it is made. */
    private Consumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        consumer.updateBeginningOffsets(Map.of(PROGRESS, 0L, CHANGES, 0L, COUNTERS, 0L));
        consumer.updateEndOffsets(Map.of(PROGRESS, (long) progress.size(), CHANGES, changesEnd, COUNTERS, countersEnd));
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < progress.size(); i++) {
                consumer.addRecord(new ConsumerRecord<>(PROGRESS.topic(), 0, i, GARBAGE, progress.get(i)));
            }
        });
        return consumer;
    }

    private FeedProgress read() {
        try (ConsumedTopics topics = new ConsumedTopics("t", this::consumer, 0)) {
            return topics.readToEnd();
        }
    }

    @Test
    void thePositionBesideForeignRecordsIsRead() {
        progress.add(position(7).json());
        progress.add(GARBAGE);
        progress.add("{\"prefixes\":[1]}".getBytes(StandardCharsets.UTF_8));
        assertThat(read().upTo()).isEqualTo(7);
    }

    @Test
    void aForeignRecordInPlaceOfThePositionIsRefused() {
        progress.add(GARBAGE);
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        HaltReason.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TOPIC_SETTINGS))
                .hasMessageContaining("t.progress has a record at offset 0 that no feed wrote");
    }

    @Test
    void aTopicThatWasMadeAgainAloneIsRefused() {
        progress.add(position(7).json());
        countersEnd = 2;
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        HaltReason.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TOPIC_RECREATED))
                .hasMessageContaining("t.counters ends at offset 2, and the feed's position names 3");
        countersEnd = 3;
        changesEnd = 0;
        assertThatThrownBy(this::read)
                .isInstanceOf(HaltReason.class)
                .hasMessageContaining("t.changes ends at offset 0");
    }

    @Test
    void foreignCountersDifferFromAllNumbers() {
        for (String value : List.of("garbage", "{}", "{\"version\":\"x\"}", "[]")) {
            assertThat(ConsumedTopics.numbers(value.getBytes(StandardCharsets.UTF_8))
                            .version())
                    .as(value)
                    .isEqualTo(-1);
        }
    }

    @Test
    void aDirectoryThatTakesNoFilesEndsTheFeedWithItsName() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> new FeedDirectory(file))
                .isInstanceOfSatisfying(
                        HaltReason.class, e -> assertThat(e.code()).isEqualTo(ExitCode.NO_ROOM))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("--feed-directory");
    }

    @Test
    void theDirectoryOfAnotherFeedEndsASecondOneUntilTheFirstIsGone() {
        try (FeedLock first = FeedLock.take(directory)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> FeedLock.take(directory))
                    .isInstanceOfSatisfying(
                            HaltReason.class, e -> assertThat(e.code()).isEqualTo(ExitCode.NO_ROOM))
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("--feed-directory");
        }
        FeedLock.take(directory).close();
    }
}
