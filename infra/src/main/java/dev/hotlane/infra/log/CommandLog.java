package dev.hotlane.infra.log;

import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The one partition of a command topic, read by offset: assigned, without a group, never reset, so reading leaves no
 * trace. Belongs to one thread. Throws KafkaException if the brokers do not answer within {@value #PATIENCE_MS} ms.
 */
public final class CommandLog implements AutoCloseable {
    static final int PATIENCE_MS = 15_000;

    private static final Duration POLL = Duration.ofMillis(200);

    private final TopicPartition partition;
    private final Consumer<byte[], byte[]> consumer;

    /** Connects; the topic must exist. Reads the same records as processors. */
    public CommandLog(String bootstrapServers, String topic) {
        this(bootstrapServers, topic, "read_committed");
    }

    /** A log that also reads the records of transactions that are open or aborted. */
    public static CommandLog uncommitted(String bootstrapServers, String topic) {
        return new CommandLog(bootstrapServers, topic, "read_uncommitted");
    }

    private CommandLog(String bootstrapServers, String topic, String isolation) {
        this(consumer(bootstrapServers, isolation), new TopicPartition(topic, TopicSpec.COMMAND_PARTITION));
    }

    /** @param consumer closed by this log */
    public CommandLog(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        this.consumer = consumer;
        this.partition = partition;
        consumer.assign(List.of(partition));
    }

    private static Consumer<byte[], byte[]> consumer(String bootstrapServers, String isolation) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                PATIENCE_MS,
                ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                PATIENCE_MS);
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

    @Override
    public void close() {
        consumer.close();
    }
}
