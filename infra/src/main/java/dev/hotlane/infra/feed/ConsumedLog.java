package dev.hotlane.infra.feed;

import dev.hotlane.processor.log.SkippedGaps;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The command topic by a consumer that stands at the first record wanted. */
final class ConsumedLog implements FeedInput {
    private static final Duration POLL = Duration.ofMillis(5);

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final SkippedGaps gaps;
    private long expected;
    private long end;
    private boolean paused;

    ConsumedLog(Consumer<byte[], byte[]> consumer, TopicPartition partition, long from, SkippedGaps gaps) {
        this.consumer = consumer;
        this.partition = partition;
        this.gaps = gaps;
        expected = from;
        end = from;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll(boolean wanted) {
        if (wanted == paused) {
            paused = !wanted;
            if (paused) {
                consumer.pause(List.of(partition));
            } else {
                consumer.resume(List.of(partition));
            }
        }
        List<ConsumerRecord<byte[], byte[]>> records =
                gaps.close(expected, consumer.poll(POLL).records(partition));
        if (!records.isEmpty()) {
            expected = records.get(records.size() - 1).offset() + 1;
        }
        OptionalLong lag = consumer.currentLag(partition);
        end = Math.max(expected, lag.isPresent() ? expected + lag.getAsLong() : end);
        return records;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
