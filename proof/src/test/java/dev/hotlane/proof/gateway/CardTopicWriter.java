package dev.hotlane.proof.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** Publishes cards of a lane, as a shop does. One thread. */
final class CardTopicWriter implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    CardTopicWriter(Lane lane) {
        topic = TopicSpec.cards(lane.name()).name();
        Map<String, Object> config =
                Map.of("bootstrap.servers", lane.stack().bootstrapServers(), "max.request.size", 2 << 20);
        producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Creates the topic. */
    static void create(Lane lane) throws InterruptedException, ExecutionException {
        try (Admin admin = GatewayLane.admin(lane)) {
            create(admin, lane);
        }
    }

    private static void create(Admin admin, Lane lane) throws InterruptedException, ExecutionException {
        TopicSpec spec = TopicSpec.cards(lane.name());
        NewTopic topic = new NewTopic(spec.name(), spec.partitions(), (short) 1).configs(spec.settings());
        admin.createTopics(List.of(topic)).all().get();
    }

    /** Deletes the topic and creates it again. */
    static void createAgain(Lane lane) throws InterruptedException, ExecutionException {
        try (Admin admin = GatewayLane.admin(lane)) {
            admin.deleteTopics(List.of(TopicSpec.cards(lane.name()).name()))
                    .all()
                    .get();
            Awaitility.await().atMost(SOON).ignoreExceptions().until(() -> {
                create(admin, lane);
                return true;
            });
        }
    }

    /** Publishes a document, or removes the card if it is null; returns the offset. */
    long publish(String id, String document) throws InterruptedException, ExecutionException {
        byte[] value = document == null ? null : document.getBytes(UTF_8);
        return producer.send(new ProducerRecord<>(topic, 0, id.getBytes(UTF_8), value))
                .get()
                .offset();
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
