package dev.hotlane.proof.faults.scene;

import dev.hotlane.protocol.TopicSpec;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes records to a lane's topics that only its gateways and processors should write. One thread. */
public final class RecordForger implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final String replies;

    private RecordForger(Scene scene, Map<String, Object> more) {
        topic = scene.commands();
        replies = TopicSpec.replies(scene.lane(), 1).name();
        Map<String, Object> settings = scene.stack().connection().client(more);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A forger without transactions. */
    public static RecordForger of(Scene scene) {
        return new RecordForger(scene, Map.of());
    }

    /** A forger with transactions, which the lane's log must never contain. */
    public static RecordForger transactional(Scene scene) {
        RecordForger scribe =
                new RecordForger(scene, Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, scene.lane() + "-intruder"));
        scribe.producer.initTransactions();
        return scribe;
    }

    /** Writes one record and waits for its acknowledgement; returns its offset. */
    public long write(byte[] key, byte[] value) {
        try {
            return producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, key, value))
                    .get()
                    .offset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RowFailure("interrupted");
        } catch (ExecutionException e) {
            throw new RowFailure("a record could not be written: " + e.getCause());
        }
    }

    /** Writes one record to a partition of the reply topic and does not wait. */
    public void reply(int partition, byte[] value) {
        producer.send(new ProducerRecord<>(replies, partition, null, value));
    }

    /** Writes one record and does not wait. */
    public void send(byte[] key, byte[] value) {
        producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, key, value));
    }

    /** Waits until all sent records are acknowledged. */
    public void flush() {
        producer.flush();
    }

    /** The producer, for its transactions. */
    public KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    @Override
    public void close() {
        producer.close();
    }
}
