package dev.hotlane.proof.lane;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Operations on the brokers, tried by one account; none may succeed where it is denied. One thread. */
final class Attempt implements AutoCloseable {
    private static final int WAIT_MS = 20_000;
    private static final ByteArraySerializer BYTES = new ByteArraySerializer();

    private final KafkaConnection kafka;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;

    Attempt(KafkaConnection kafka) {
        this.kafka = kafka;
        admin = Admin.create(kafka.client(Map.of()));
        producer = new KafkaProducer<>(
                kafka.client(Map.of("enable.idempotence", false, "max.block.ms", WAIT_MS)), BYTES, BYTES);
        consumer = new KafkaConsumer<>(
                kafka.client(Map.of("auto.offset.reset", "none", "enable.auto.commit", false)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Tries it; returns whether the brokers refused it as not authorized. */
    boolean isRefused(String operation, String on) throws Exception {
        try {
            run(operation, on);
            return false;
        } catch (AuthorizationException e) {
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return true;
            }
            throw e;
        }
    }

    private void run(String operation, String on) throws Exception {
        switch (operation) {
            case "produce" ->
                producer.send(new ProducerRecord<>(on, 0, null, new byte[] {1})).get();
            case "fetch" -> fetch(on);
            case "describe" -> get(admin.describeTopics(List.of(on)).allTopicNames());
            case "describe configs" ->
                get(admin.describeConfigs(List.of(topic(on))).all());
            case "delete records" ->
                get(admin.deleteRecords(Map.of(new TopicPartition(on, 0), RecordsToDelete.beforeOffset(0)))
                        .all());
            case "delete topic" -> get(admin.deleteTopics(List.of(on)).all());
            case "alter configs" -> alterConfigs(on);
            case "add partitions" ->
                get(admin.createPartitions(Map.of(on, NewPartitions.increaseTo(9)))
                        .all());
            case "create topic" ->
                get(admin.createTopics(List.of(new NewTopic(on, 1, (short) 1))).all());
            case "begin transaction" -> beginTransaction(on);
            case "read group" -> get(admin.listConsumerGroupOffsets(on).partitionsToOffsetAndMetadata());
            case "commit group" ->
                get(admin.alterConsumerGroupOffsets(
                                on, Map.of(new TopicPartition("secured.commands", 0), new OffsetAndMetadata(0)))
                        .all());
            case "delete group" -> get(admin.deleteConsumerGroups(List.of(on)).all());
            case "describe log directories" ->
                get(admin.describeLogDirs(admin.describeCluster().nodes().get().stream()
                                .map(Node::id)
                                .toList())
                        .allDescriptions());
            case "create acl" -> createAcl(on);
            case "set password" -> setPassword(on);
            default -> throw new IllegalArgumentException(operation);
        }
    }

    private void fetch(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seek(partition, 0);
        consumer.poll(Duration.ofMillis(WAIT_MS));
    }

    private void alterConfigs(String topic) throws Exception {
        AlterConfigOp compact =
                new AlterConfigOp(new ConfigEntry("cleanup.policy", "compact"), AlterConfigOp.OpType.SET);
        get(admin.incrementalAlterConfigs(Map.of(topic(topic), List.of(compact)))
                .all());
    }

    private void beginTransaction(String id) {
        try (KafkaProducer<byte[], byte[]> transactional = new KafkaProducer<>(
                kafka.client(Map.of("transactional.id", id, "max.block.ms", WAIT_MS)), BYTES, BYTES)) {
            transactional.initTransactions();
        }
    }

    private void createAcl(String topic) throws Exception {
        get(admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:evil", "*", AclOperation.ALL, AclPermissionType.ALLOW))))
                .all());
    }

    private void setPassword(String user) throws Exception {
        ScramCredentialInfo info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);
        get(admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(user, info, "evil")))
                .all());
    }

    private static ConfigResource topic(String name) {
        return new ConfigResource(ConfigResource.Type.TOPIC, name);
    }

    private static void get(KafkaFuture<?> future) throws Exception {
        future.get();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        producer.close(Duration.ZERO);
        consumer.close();
    }
}
