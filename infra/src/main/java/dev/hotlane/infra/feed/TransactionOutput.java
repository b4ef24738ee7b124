package dev.hotlane.infra.feed;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The feed's output by Kafka's transactions. */
final class TransactionOutput implements FeedOutput {
    private final Producer<byte[], byte[]> producer;
    private final String lane;

    TransactionOutput(Producer<byte[], byte[]> producer, String lane) {
        this.producer = producer;
        this.lane = lane;
    }

    @Override
    public void fence() {
        producer.initTransactions();
    }

    @Override
    public void begin() {
        producer.beginTransaction();
    }

    @Override
    public Future<Long> send(Topic topic, byte[] key, byte[] value, long seq) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(name(topic), 0, key, value);
        if (seq >= 0) {
            record.headers().add(FeedProgress.SEQ_HEADER, Long.toString(seq).getBytes(StandardCharsets.US_ASCII));
        }
        CompletableFuture<Long> offset = new CompletableFuture<>();
        producer.send(record, (metadata, fault) -> {
            if (fault == null) {
                offset.complete(metadata.offset());
            } else {
                offset.completeExceptionally(fault);
            }
        });
        return offset;
    }

    private String name(Topic topic) {
        return switch (topic) {
            case COUNTERS -> TopicSpec.counters(lane).name();
            case CHANGES -> TopicSpec.changes(lane).name();
            case PROGRESS -> TopicSpec.progress(lane).name();
        };
    }

    @Override
    public void flush() {
        producer.flush();
    }

    @Override
    public void commit() {
        producer.commitTransaction();
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
