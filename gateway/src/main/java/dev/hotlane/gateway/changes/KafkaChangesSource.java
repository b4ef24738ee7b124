package dev.hotlane.gateway.changes;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The feed's topics at a broker: consumers without a group, of committed records only. */
public final class KafkaChangesSource implements ChangesSource {
    private static final Logger log = LoggerFactory.getLogger(KafkaChangesSource.class);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int FOLLOW_LENGTH = 4 << 20;
    private static final int CATCH_UP_LENGTH = 512 << 10;
    private static final int FOLLOW_RECORDS = 5_000;
    private static final int CATCH_UP_RECORDS = 250;

    private final KafkaConnection kafka;
    private final Map<ChangesTopic, TopicPartition> partitions = new EnumMap<>(ChangesTopic.class);
    private final List<String> names;
    private Admin admin;
    private KafkaFuture<Map<String, TopicDescription>> asked;
    private long nextLook = System.nanoTime();

    /** Of this lane; nothing is connected yet. */
    public KafkaChangesSource(KafkaConnection kafka, String lane) {
        this.kafka = kafka;
        for (ChangesTopic topic : ChangesTopic.values()) {
            partitions.put(topic, new TopicPartition(topic.of(lane), 0));
        }
        names = partitions.values().stream().map(TopicPartition::topic).toList();
    }

    @Override
    public synchronized String identity() throws InterruptedException {
        try {
            return text(describe().get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            throw new IllegalStateException("Kafka did not describe " + names, e.getCause());
        }
    }

    private static String text(Map<String, TopicDescription> topics) {
        StringBuilder text = new StringBuilder();
        topics.keySet().stream()
                .sorted()
                .forEach(name -> text.append(name)
                        .append('=')
                        .append(topics.get(name).topicId())
                        .append(' '));
        return text.toString();
    }

    private KafkaFuture<Map<String, TopicDescription>> describe() {
        if (admin == null) {
            Map<String, Object> config = common("hotlane-gateway-changes-topics");
            config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis());
            config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis() / 2);
            admin = Admin.create(kafka.client(config));
        }
        return admin.describeTopics(names).allTopicNames();
    }

    @Override
    public synchronized boolean isOther(String identity) throws InterruptedException {
        long now = System.nanoTime();
        if (asked == null && now - nextLook >= 0) {
            asked = describe();
            nextLook = now + LOOK_NANOS;
        }
        if (asked == null || !asked.isDone()) {
            return false;
        }
        KafkaFuture<Map<String, TopicDescription>> answer = asked;
        asked = null;
        try {
            return !identity.equals(text(answer.get()));
        } catch (ExecutionException e) {
            log.debug("the ids of the feed's topics are not known now", e);
            return e.getCause() instanceof UnknownTopicOrPartitionException;
        }
    }

    @Override
    public ChangesConsumer follow() {
        return reader("hotlane-gateway-changes", FOLLOW_LENGTH, FOLLOW_RECORDS, partitions);
    }

    @Override
    public ChangesConsumer catchUp() {
        Map<ChangesTopic, TopicPartition> one = new EnumMap<>(ChangesTopic.class);
        one.put(ChangesTopic.CHANGES, partitions.get(ChangesTopic.CHANGES));
        return reader("hotlane-gateway-changes-catch-up", CATCH_UP_LENGTH, CATCH_UP_RECORDS, one);
    }

    private ChangesConsumer reader(String client, int length, int records, Map<ChangesTopic, TopicPartition> of) {
        Map<String, Object> config = common(client);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, length);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, records);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis());
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(kafka.client(config), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return new KafkaChangesConsumer(consumer, of);
    }

    private static Map<String, Object> common(String clientId) {
        Map<String, Object> config = new HashMap<>();
        config.put("client.id", clientId);
        config.put("enable.metrics.push", false);
        config.put("metric.reporters", "");
        config.put("reconnect.backoff.ms", 50);
        config.put("reconnect.backoff.max.ms", 1_000);
        return config;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
        }
    }
}
