package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.KafkaDeniedException;
import dev.hotlane.protocol.kafka.TopicRights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Checks that the lane's topics are what the gateway needs; once, at start, on the starting thread. */
public final class TopicCheck {
    private static final String CARDS = TopicSpec.cards("").name();

    private TopicCheck() {}

    /** Throws GatewayException with what was found, what was expected and what can be done. */
    public static void run(LaneSettings lane, Duration answerMax) {
        TopicSpec commands = TopicSpec.commands(lane.name());
        String replies = TopicSpec.replies(lane.name(), 1).name();
        try (Admin admin = KafkaClients.admin(lane.kafka(), answerMax)) {
            int commandPartitions = partitions(admin, commands.name(), AclOperation.WRITE, lane.kafka());
            int replyPartitions = partitions(admin, replies, AclOperation.READ, lane.kafka());
            List<String> differences = new ArrayList<>();
            differences.addAll(commands.differences(commandPartitions, settings(admin, commands.name())));
            TopicSpec found = TopicSpec.replies(lane.name(), replyPartitions);
            differences.addAll(found.differences(replyPartitions, settings(admin, replies)));
            if (lane.replyPartition() >= replyPartitions) {
                differences.add(replies + " has partitions 0.." + (replyPartitions - 1)
                        + ", this gateway is set to use partition " + lane.replyPartition());
            }
            if (!differences.isEmpty()) {
                throw new GatewayException("the topics are not as the lane needs them: "
                        + String.join("; ", differences) + ". Run 'hotlane topics check', then set them right.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException("interrupted while checking the topics", e);
        }
    }

    /** As {@link #run}, for the topic of product cards. */
    public static void cards(LaneSettings lane, Duration answerMax) {
        TopicSpec cards = TopicSpec.cards(lane.name());
        try (Admin admin = KafkaClients.admin(lane.kafka(), answerMax)) {
            List<String> differences = cards.differences(
                    partitions(admin, cards.name(), AclOperation.READ, lane.kafka()), settings(admin, cards.name()));
            if (!differences.isEmpty()) {
                throw new GatewayException("the topic of the cards is not as the lane needs it: "
                        + String.join("; ", differences)
                        + ". Run 'hotlane topics check --cards', then set it right.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException("interrupted while checking the topics", e);
        }
    }

    private static int partitions(Admin admin, String topic, AclOperation use, KafkaConnection kafka)
            throws InterruptedException {
        try {
            TopicRights.require(admin, topic, Set.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS, use), kafka);
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions()
                    .size();
        } catch (KafkaDeniedException e) {
            throw new GatewayException(e.getMessage(), e);
        } catch (ExecutionException e) {
            throw refusal(topic, e);
        }
    }

    private static Map<String, String> settings(Admin admin, String topic) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
            Map<String, String> settings = new HashMap<>();
            config.entries().forEach(entry -> settings.put(entry.name(), entry.value()));
            return settings;
        } catch (ExecutionException e) {
            throw refusal(topic, e);
        }
    }

    private static GatewayException refusal(String topic, ExecutionException failed) {
        Throwable cause = failed.getCause();
        String advice = cause instanceof UnknownTopicOrPartitionException
                ? "there is no topic " + topic + ": run 'hotlane topics create'"
                        + (topic.endsWith(CARDS) ? " with --cards" : "")
                : "Kafka did not describe " + topic + " (" + cause.getMessage()
                        + "): check the brokers' addresses and that" + " the brokers run";
        return new GatewayException(advice, cause);
    }
}
