package dev.hotlane.processor.recover;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.TopicRights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The lane's two topics as Kafka reports them.
 *
 * @param clusterId of the Kafka cluster
 * @param topicId of the command topic: another one under the same name is another log
 * @param commandPartitions of the command topic
 * @param replyPartitions of the reply topic, one per gateway
 */
public record LaneTopics(String clusterId, String topicId, int commandPartitions, int replyPartitions) {
    private static final long ANSWER_SECONDS = 10;
    private static final Set<AclOperation> ON_COMMANDS =
            Set.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS, AclOperation.READ, AclOperation.WRITE);
    private static final Set<AclOperation> ON_REPLIES =
            Set.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS, AclOperation.WRITE);

    /** Reads both topics from Kafka. A missing topic is a {@link HaltReason}, a missing answer any other exception. */
    public static LaneTopics find(Admin admin, String lane) throws ExecutionException, TimeoutException {
        String clusterId = get(admin.describeCluster().clusterId());
        TopicDescription commands = describe(admin, TopicSpec.commands(lane).name());
        TopicDescription replies = describe(admin, TopicSpec.replies(lane, 1).name());
        return new LaneTopics(
                clusterId,
                commands.topicId().toString(),
                commands.partitions().size(),
                replies.partitions().size());
    }

    /** The log, as a checkpoint names it. */
    public Identity identity() {
        return new Identity(clusterId, topicId);
    }

    /** Rejects topics that are not as the lane needs them; a missing answer is any other exception. */
    public void check(Admin admin, String lane) throws ExecutionException, TimeoutException {
        TopicSpec commands = TopicSpec.commands(lane);
        if (commandPartitions != 1) {
            throw new HaltReason(
                    ExitCode.TOO_MANY_PARTITIONS,
                    commands.name() + " has " + commandPartitions + " partitions, expected 1: the lane is one order of"
                            + " all commands. Partitions can't be taken away; create a new topic and re-anchor to it");
        }
        checkSettings(admin, commands, commandPartitions);
        checkSettings(admin, TopicSpec.replies(lane, replyPartitions), replyPartitions);
    }

    /** KafkaDeniedException if the account lacks an operation on a topic that exists; any other for a missing answer. */
    static void requireRights(Admin admin, String lane, KafkaConnection kafka) throws ExecutionException {
        requireRights(admin, TopicSpec.commands(lane).name(), ON_COMMANDS, kafka);
        requireRights(admin, TopicSpec.replies(lane, 1).name(), ON_REPLIES, kafka);
    }

    private static void requireRights(Admin admin, String topic, Set<AclOperation> needed, KafkaConnection kafka)
            throws ExecutionException {
        try {
            TopicRights.require(admin, topic, needed, kafka);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(e);
        }
    }

    /** Whether the lane has a view topic; a missing answer is any exception. */
    static boolean hasView(Admin admin, String lane) throws ExecutionException, TimeoutException {
        return get(admin.listTopics().names()).contains(TopicSpec.view(lane).name());
    }

    private static TopicDescription describe(Admin admin, String topic) throws ExecutionException, TimeoutException {
        try {
            return get(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new HaltReason(
                        ExitCode.TOPIC_MISSING,
                        "topic " + topic + " does not exist. Create the lane's topics with `hotlane topics create`, or"
                                + " check lane name and bootstrap servers");
            }
            throw e;
        }
    }

    private static void checkSettings(Admin admin, TopicSpec spec, int partitions)
            throws ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, spec.name());
        Map<String, String> found = new HashMap<>();
        for (ConfigEntry entry : get(admin.describeConfigs(List.of(resource))
                        .values()
                        .get(resource))
                .entries()) {
            found.put(entry.name(), entry.value());
        }
        List<String> differences = spec.differences(partitions, found);
        if (!differences.isEmpty()) {
            throw new HaltReason(
                    ExitCode.TOPIC_SETTINGS,
                    String.join("; ", differences) + ". With other settings records are lost, reordered or stamped by"
                            + " the wrong clock. Set them with `hotlane kafka configs` or create the topics again with"
                            + " `hotlane topics create`");
        }
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException {
        try {
            return future.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(e);
        }
    }
}
