package dev.hotlane.infra.log;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes product cards of a lane. Blocks; any thread. */
public final class CardAppend implements AutoCloseable {
    private final String topic;
    private final int partition;
    private final Producer<byte[], byte[]> producer;

    /** For the cards topic of that lane, which must exist. */
    public CardAppend(KafkaConnection kafka, String lane) {
        TopicSpec cards = TopicSpec.cards(lane);
        topic = cards.name();
        partition = cards.partitions() - 1;
        Map<String, Object> settings = kafka.client(Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Integer.valueOf(cards.settings().get("max.message.bytes")),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                TopicLog.PATIENCE_MS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                2 * TopicLog.PATIENCE_MS,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                TopicLog.PATIENCE_MS));
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Publishes a document, or removes the product's card if it is null; returns the offset. Throws KafkaException if
     * the brokers don't acknowledge it in time.
     */
    public long publish(String id, byte[] document) {
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        try {
            return producer.send(new ProducerRecord<>(topic, partition, key, document))
                    .get()
                    .offset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
