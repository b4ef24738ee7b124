package dev.hotlane.infra.log;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The log that a lane has now: the ids of the cluster and of the command topic. Any thread, blocking. */
public final class LaneIdentity {
    private LaneIdentity() {}

    /** Reads both from the brokers; KafkaException if the topic does not exist or they do not answer. */
    public static Identity of(String bootstrapServers, String lane) {
        String topic = TopicSpec.commands(lane).name();
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                CommandLog.PATIENCE_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                CommandLog.PATIENCE_MS);
        try (Admin admin = Admin.create(settings)) {
            String cluster = admin.describeCluster().clusterId().get();
            String id = admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .toString();
            return new Identity(cluster, id);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new KafkaException(
                        "topic " + topic + " does not exist at " + bootstrapServers + ": name the right lane (--lane)"
                                + " and brokers (--kafka-bootstrap-servers), or make it with `./hotlane topics create`",
                        e.getCause());
            }
            throw new KafkaException(
                    "topic " + topic + " could not be described ("
                            + e.getCause().getMessage() + "): are these the right brokers, " + bootstrapServers
                            + ", and do they run?",
                    e.getCause());
        }
    }
}
