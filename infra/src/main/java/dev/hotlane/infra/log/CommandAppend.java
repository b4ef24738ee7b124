package dev.hotlane.infra.log;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends the lane's own records, such as RULES or a SKIP, to a command topic. Blocks; any thread. */
public final class CommandAppend {
    private CommandAppend() {}

    /**
     * Appends a record without a key and returns its offset. Throws KafkaException if the brokers don't acknowledge it
     * in time: then the log may contain it or not.
     */
    public static long append(KafkaConnection kafka, String topic, byte[] value) {
        return appendAll(kafka, topic, List.of(value));
    }

    /** As {@link #append}, for one or more records in this order; returns the offset of the last one. */
    public static long appendAll(KafkaConnection kafka, String topic, List<byte[]> values) {
        Map<String, Object> settings = kafka.client(Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                TopicLog.PATIENCE_MS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                2 * TopicLog.PATIENCE_MS,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                TopicLog.PATIENCE_MS));
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            Future<RecordMetadata> last = null;
            for (byte[] value : values) {
                last = producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, null, value));
            }
            return last.get().offset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }
}
