package dev.hotlane.processor.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.feed.FeedProgress;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How much of the log is kept for the feed, by its committed position. */
class FeedLimitTest {
    private static final TopicPartition PROGRESS = new TopicPartition("shop.progress", 0);

    @Test
    void logIsKeptFromTheStartOfTheNextReplay() {
        assertThat(limit(position(1_200, 1_000, "log"), 1_000)).isEqualTo(200);
    }

    /** People may set it to any number, and it expires when nothing moves it for 7 days. */
    @Test
    void offsetOfTheFeedsGroupDecidesNothing() {
        TopicPartition commands = new TopicPartition("shop.commands", 0);
        MockConsumer<byte[], byte[]> consumer = consumer(position(1_200, 1_000, "log"));
        consumer.commitSync(Map.of(commands, new OffsetAndMetadata(251)));
        assertThat(limitBy(consumer, 1_000)).isEqualTo(200);
    }

    @Test
    void everythingIsKeptWithoutAPositionOfThisLog() {
        assertThat(limit(null, 1_000)).isEqualTo(Long.MIN_VALUE);
        assertThat(limit(position(1_200, 1_000, "another"), 1_000)).isEqualTo(Long.MIN_VALUE);
        assertThat(limit(position(1_200, 0, "log"), 1_000)).isEqualTo(Long.MIN_VALUE);
    }

    private static FeedProgress position(long keepFrom, long base, String topic) {
        return new FeedProgress(1_250, keepFrom, 1, base, topic, List.of(), false, 0, 0, 7);
    }

    private static long limit(FeedProgress position, long base) {
        return limitBy(consumer(position), base);
    }

    private static long limitBy(MockConsumer<byte[], byte[]> consumer, long base) {
        return new FeedLimit(() -> consumer, null, new FeedLimit.Log("shop", "log", () -> base), 0).getAsLong();
    }

    private static MockConsumer<byte[], byte[]> consumer(FeedProgress position) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updateBeginningOffsets(Map.of(PROGRESS, 0L));
        consumer.updateEndOffsets(Map.of(PROGRESS, position == null ? 0L : 1L));
        consumer.schedulePollTask(() -> {
            if (position != null) {
                consumer.addRecord(new ConsumerRecord<>("shop.progress", 0, 0, new byte[0], position.json()));
            }
        });
        return consumer;
    }
}
