package dev.hotlane.protocol.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** What an account may do on a topic, asked before it is needed: a denied write would show only at the first record. */
public final class TopicRights {
    private TopicRights() {}

    /**
     * Throws {@link KafkaDeniedException} with the operations that the account lacks on that topic, if it lacks one.
     *
     * @param admin of the same connection; blocks for its answer
     * @throws ExecutionException if there is no answer, or no such topic
     */
    public static void require(Admin admin, String topic, Collection<AclOperation> needed, KafkaConnection kafka)
            throws ExecutionException, InterruptedException {
        Set<AclOperation> granted = granted(admin, topic);
        // Brokers that don't report the operations deny later.
        if (granted == null || granted.containsAll(needed)) {
            return;
        }
        throw denied(
                needed.stream()
                        .filter(operation -> !granted.contains(operation))
                        .toList(),
                topic,
                kafka);
    }

    /**
     * Throws {@link KafkaDeniedException} if the account lacks Describe on the cluster.
     *
     * @param admin of the same connection; blocks for its answer
     * @throws ExecutionException if there is no answer
     */
    public static void requireDescribeCluster(Admin admin, KafkaConnection kafka)
            throws ExecutionException, InterruptedException {
        Set<AclOperation> granted = admin.describeCluster(
                        new DescribeClusterOptions().includeAuthorizedOperations(true))
                .authorizedOperations()
                .get();
        if (granted != null && !granted.contains(AclOperation.DESCRIBE)) {
            throw lacks(List.of(AclOperation.DESCRIBE), "the cluster", kafka);
        }
    }

    /** The account lacks these operations on that topic. */
    public static KafkaDeniedException denied(Collection<AclOperation> lacking, String topic, KafkaConnection kafka) {
        return lacks(lacking, "topic " + topic, kafka);
    }

    private static KafkaDeniedException lacks(Collection<AclOperation> lacking, String on, KafkaConnection kafka) {
        String words = lacking.stream().map(TopicRights::word).sorted().collect(Collectors.joining(", "));
        return new KafkaDeniedException("Kafka at " + kafka.bootstrapServers() + " grants " + kafka.account() + " no "
                + words + " on " + on + ": `hotlane acls` prints what each account needs");
    }

    private static Set<AclOperation> granted(Admin admin, String topic)
            throws ExecutionException, InterruptedException {
        DescribeTopicsOptions rights = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        try {
            return admin.describeTopics(List.of(topic), rights)
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .authorizedOperations();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                return Set.of();
            }
            throw e;
        }
    }

    /** As Kafka's tools and Strimzi write it: DESCRIBE_CONFIGS is DescribeConfigs. */
    public static String word(AclOperation operation) {
        return Stream.of(operation.name().split("_"))
                .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
