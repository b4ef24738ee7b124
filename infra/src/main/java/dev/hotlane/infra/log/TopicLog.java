package dev.hotlane.infra.log;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * One partition of a topic, read by offset: assigned, without a group, never reset, so reading leaves no
 * trace. Belongs to one thread. Throws KafkaException if the brokers do not answer within {@value #PATIENCE_MS} ms.
 */
public final class TopicLog implements AutoCloseable {
    static final int PATIENCE_MS = 15_000;

    private static final Duration POLL = Duration.ofMillis(200);

    private final TopicPartition partition;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;

    /** A topic of one partition, such as a command topic, which must exist. Reads the same records as processors. */
    public TopicLog(KafkaConnection kafka, String topic) {
        this(kafka, new TopicPartition(topic, TopicSpec.COMMAND_PARTITION), "read_committed");
    }

    /** Reads each partition of a topic in turn. */
    public static void eachPartition(KafkaConnection kafka, String topic, Consumer<TopicLog> reading) {
        int partitions;
        try (TopicLog first = new TopicLog(kafka, topic)) {
            partitions = first.consumer.partitionsFor(topic).size();
        }
        for (int i = 0; i < partitions; i++) {
            try (TopicLog log = new TopicLog(kafka, new TopicPartition(topic, i), "read_committed")) {
                reading.accept(log);
            }
        }
    }

    /** A log that also reads the records of transactions that are open or aborted. */
    public static TopicLog uncommitted(KafkaConnection kafka, String topic) {
        return new TopicLog(kafka, new TopicPartition(topic, TopicSpec.COMMAND_PARTITION), "read_uncommitted");
    }

    /** One partition of a topic; {@code patienceMs} in place of {@value #PATIENCE_MS} ms. */
    static TopicLog of(KafkaConnection kafka, String topic, int partition, int patienceMs) {
        return new TopicLog(consumer(kafka, "read_committed", patienceMs), new TopicPartition(topic, partition));
    }

    private TopicLog(KafkaConnection kafka, TopicPartition partition, String isolation) {
        this(consumer(kafka, isolation, PATIENCE_MS), partition);
    }

    /** @param consumer closed by this log */
    public TopicLog(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        this.consumer = consumer;
        this.partition = partition;
        consumer.assign(List.of(partition));
    }

    private static org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer(
            KafkaConnection kafka, String isolation, int patienceMs) {
        Map<String, Object> settings = kafka.client(Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                patienceMs,
                ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                patienceMs));
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Whether the topic exists. */
    public boolean exists() {
        return !consumer.partitionsFor(partition.topic()).isEmpty();
    }

    /** The first offset that is still in the log. */
    public long startOffset() {
        return consumer.beginningOffsets(List.of(partition)).get(partition);
    }

    /** The last offset + 1, now. */
    public long endOffset() {
        return consumer.endOffsets(List.of(partition)).get(partition);
    }

    /** The first offset stamped at or after that time (epoch milliseconds); the end if there is none yet. */
    public long offsetAt(long time) {
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(partition, time)).get(partition);
        return found == null ? endOffset() : found.offset();
    }

    /** Sets the next offset to read. */
    public void seek(long offset) {
        consumer.seek(partition, offset);
    }

    /** The next offset to read. */
    public long position() {
        return consumer.position(partition);
    }

    /** The next records; none if none arrive within 200 ms. */
    public List<ConsumerRecord<byte[], byte[]>> poll() {
        return consumer.poll(POLL).records(partition);
    }

    /** Passes on the records from one offset to another, which is not included. */
    public void read(long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        any(from, to, record -> {
            records.accept(record);
            return false;
        });
    }

    /** Reads these records until one is accepted; false if none is. */
    public boolean any(long from, long to, Predicate<ConsumerRecord<byte[], byte[]>> accepted) {
        seek(from);
        while (position() < to) {
            for (ConsumerRecord<byte[], byte[]> record : poll()) {
                if (record.offset() < to && accepted.test(record)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
