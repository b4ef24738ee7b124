package dev.hotlane.jmh.lane.raw;

import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads one reply partition from its end on, on the thread {@code raw-replies}, and passes each entry to the audit. */
final class RawReplies implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int FETCH_BYTES_MAX = 4 << 20;
    private static final int FETCH_BYTES_MIN = 64 << 10;
    private static final int FETCH_WAIT_MS = 5;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final ReplyAudit audit;
    private final Thread thread = new Thread(this::run, "raw-replies");
    private volatile boolean stopping;

    /** Positioned at the end when it returns; not started yet. */
    RawReplies(String bootstrapServers, TopicPartition partition, ReplyAudit audit) {
        this.partition = partition;
        this.audit = audit;
        consumer = consumer(bootstrapServers);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
    }

    void start() {
        thread.start();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
        Map<String, Object> settings = KafkaConnection.to(bootstrapServers)
                .client(Map.of(
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        "raw-replies",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "none",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
                        FETCH_BYTES_MIN,
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        FETCH_WAIT_MS,
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        FETCH_BYTES_MAX,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10_000));
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private void run() {
        ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
        try {
            while (!stopping) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                    if (!unpacker.unpack(record.value(), audit)) {
                        audit.fail("the reply record at offset " + record.offset() + " is damaged");
                    }
                }
            }
        } catch (KafkaException e) {
            audit.fail("the replies can't be read: " + e);
        }
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join();
            consumer.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
