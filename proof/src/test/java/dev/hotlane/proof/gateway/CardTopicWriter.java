package dev.hotlane.proof.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotlane.infra.log.CardAppend;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;

/** Publishes cards of a lane, as a shop does. One thread. */
final class CardTopicWriter implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final CardAppend cards;

    CardTopicWriter(Lane lane) {
        cards = new CardAppend(lane.stack().connection(), lane.name());
    }

    /** Creates the topic, and waits until the broker describes it: a moment passes after it acknowledged the creation. */
    static void create(Lane lane) throws InterruptedException, ExecutionException {
        List<String> name = List.of(TopicSpec.cards(lane.name()).name());
        try (Admin admin = GatewayLane.admin(lane)) {
            create(admin, lane);
            GatewayLane.awaitTopics(admin, name);
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
    long publish(String id, String document) {
        return cards.publish(id, document == null ? null : document.getBytes(UTF_8));
    }

    @Override
    public void close() {
        cards.close();
    }
}
