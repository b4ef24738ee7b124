package dev.hotlane.proof.processor;

import dev.hotlane.protocol.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A feed process that froze inside a transaction: it has the feed's id, and a record that is not committed. */
final class OpenTransaction implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;

    private OpenTransaction(String bootstrap, String id) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "transactional.id", id);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
    }

    static OpenTransaction of(String bootstrap, String lane) throws KafkaException {
        String progress = TopicSpec.progress(lane).name();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            String topicId = admin.describeTopics(List.of(progress))
                    .allTopicNames()
                    .get()
                    .get(progress)
                    .topicId()
                    .toString();
            return new OpenTransaction(bootstrap, lane + ".feed." + topicId);
        } catch (InterruptedException | ExecutionException e) {
            throw new KafkaException(e);
        }
    }

    void send(String topic) {
        try {
            producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1})).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new KafkaException(e);
        }
    }

    /** Whether another process has the id by now. */
    boolean isFenced() {
        try {
            producer.commitTransaction();
            return false;
        } catch (KafkaException e) {
            return true;
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
