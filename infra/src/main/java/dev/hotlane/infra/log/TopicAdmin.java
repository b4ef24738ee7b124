package dev.hotlane.infra.log;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.Denial;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.KafkaDeniedException;
import dev.hotlane.protocol.kafka.TopicRights;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the brokers report of topics. Each request blocks for its answer; KafkaException if there is none within {@value
 * TopicLog#PATIENCE_MS} ms. Any thread.
 */
public final class TopicAdmin implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Admin admin;
    private final KafkaConnection kafka;

    /** Connects with the first request. */
    public TopicAdmin(KafkaConnection kafka) {
        this.kafka = kafka;
        admin = Admin.create(kafka.client(Map.of(
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                TopicLog.PATIENCE_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                TopicLog.PATIENCE_MS)));
    }

    /**
     * The log that a lane has now: the ids of the cluster and of the command topic. KafkaDeniedException if Kafka refuses
     * the account.
     */
    public static Identity identity(KafkaConnection kafka, String lane) {
        String topic = TopicSpec.commands(lane).name();
        try (TopicAdmin brokers = new TopicAdmin(kafka)) {
            String cluster = got(brokers.admin.describeCluster().clusterId());
            return new Identity(cluster, brokers.describe(topic).topicId().toString());
        } catch (UnknownTopicOrPartitionException e) {
            throw new KafkaException(
                    "topic " + topic + " does not exist at " + kafka.bootstrapServers()
                            + ": name the right lane (--lane)"
                            + " and brokers (--kafka-bootstrap-servers), or make it with `./hotlane topics create`",
                    e);
        } catch (AuthorizationException e) {
            throw TopicRights.denied(List.of(AclOperation.DESCRIBE), topic, kafka);
        } catch (AuthenticationException e) {
            throw new KafkaDeniedException(Denial.of(e, kafka).orElseThrow());
        } catch (KafkaException e) {
            throw new KafkaException(
                    "topic " + topic + " could not be described (" + e.getMessage() + "): are these the right brokers, "
                            + kafka.bootstrapServers() + ", and do they run?",
                    e);
        }
    }

    /** Number of brokers. */
    public int brokers() {
        return got(admin.describeCluster().nodes()).size();
    }

    /** The topic of that name; KafkaDeniedException if Kafka refuses the account. */
    public Optional<TopicState> find(String topic) {
        try {
            TopicDescription description = describe(topic);
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
        } catch (AuthorizationException e) {
            requireGranted(topic, List.of(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS));
            throw e;
        }
    }

    /** Throws KafkaDeniedException with the operations that the account lacks on that topic, if it lacks one. */
    public void requireGranted(String topic, List<AclOperation> needed) {
        try {
            TopicRights.require(admin, topic, needed, kafka);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    /** Throws KafkaDeniedException if the account lacks Describe on the cluster, which sizes of logs need. */
    public void requireDescribeCluster() {
        try {
            TopicRights.requireDescribeCluster(admin, kafka);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    /** Adds ACLs; no effect on those that are there. */
    public void create(Collection<AclBinding> acls) {
        got(admin.createAcls(acls).all());
    }

    /** The name of the topic of that id, if the cluster has it. */
    public Optional<String> nameOf(String topicId) {
        return got(admin.listTopics().listings()).stream()
                .filter(topic -> topic.topicId().toString().equals(topicId))
                .map(TopicListing::name)
                .findAny();
    }

    /** Creates a topic, and returns once a broker reports it: until then a gateway would miss it. No effect if it exists. */
    public void create(TopicSpec spec, int copies) {
        NewTopic topic = new NewTopic(spec.name(), spec.partitions(), (short) copies).configs(spec.settings());
        try {
            got(admin.createTopics(List.of(topic)).all());
        } catch (TopicExistsException e) {
            // It did not exist a moment ago; its creator used the same specification.
        }
        awaitReported(spec.name());
    }

    private void awaitReported(String topic) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TopicLog.PATIENCE_MS);
        while (!isReported(topic)) {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                throw new KafkaException(
                        "topic " + topic + " was created, but the brokers do not report it yet: try again");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean isReported(String topic) {
        try {
            return describe(topic) != null;
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        }
    }

    private TopicDescription describe(String topic) {
        return got(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
    }

    private static <T> T got(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private static KafkaException unwrapped(ExecutionException fault) {
        return fault.getCause() instanceof KafkaException cause ? cause : new KafkaException(fault.getCause());
    }

    @Override
    public void close() {
        admin.close();
    }
}
