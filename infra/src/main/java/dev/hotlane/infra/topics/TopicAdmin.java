package dev.hotlane.infra.topics;

import dev.hotlane.protocol.TopicSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The requests to the brokers that {@link Topics} needs; each waits for its answer. */
final class TopicAdmin {
    private final Admin admin;

    TopicAdmin(Admin admin) {
        this.admin = admin;
    }

    int brokers() {
        return got(admin.describeCluster().nodes()).size();
    }

    Optional<TopicState> find(String topic) {
        try {
            TopicDescription description =
                    got(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Map<String, String> settings = new HashMap<>();
            got(admin.describeConfigs(List.of(resource)).all())
                    .get(resource)
                    .entries()
                    .forEach(entry -> settings.put(entry.name(), entry.value()));
            int copies = description.partitions().get(0).replicas().size();
            return Optional.of(new TopicState(description.partitions().size(), copies, settings));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }

    void create(TopicSpec spec, int copies) {
        NewTopic topic = new NewTopic(spec.name(), spec.partitions(), (short) copies).configs(spec.settings());
        try {
            got(admin.createTopics(List.of(topic)).all());
        } catch (TopicExistsException e) {
            // It did not exist a moment ago; its creator used the same specification.
            return;
        }
    }

    private static <T> T got(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }
}
