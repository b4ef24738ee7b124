package dev.hotlane.gateway.cards;

import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The Kafka clients of the cards topic: no group, no automatic offset reset, committed records only. Any thread. */
final class CardConsumers {
    private static final int FETCH_LENGTH_MAX = 4 << 20;
    private static final int RECORDS_OF_A_POLL = 500;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final TopicPartition partition;

    CardConsumers(LaneSettings lane) {
        kafka = lane.kafka();
        partition = new TopicPartition(TopicSpec.cards(lane.name()).name(), 0);
    }

    /** The one partition of the topic. */
    TopicPartition partition() {
        return partition;
    }

    /** A consumer that reads the topic in its order. */
    KafkaConsumer<byte[], byte[]> reading() {
        Map<String, Object> config = common("hotlane-gateway-cards");
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_LENGTH_MAX);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_OF_A_POLL);
        return assigned(config);
    }

    /** A consumer that reads single records: a fetch returns one batch and does not wait for more. */
    KafkaConsumer<byte[], byte[]> seeking() {
        Map<String, Object> config = common("hotlane-gateway-card-seeks");
        // A fetch of the end of the topic, which a poll sends ahead, must not delay the next seek.
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        return assigned(config);
    }

    private KafkaConsumer<byte[], byte[]> assigned(Map<String, Object> config) {
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis());
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(kafka.client(config), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
        return consumer;
    }

    /** A client that asks for the topic's id. */
    Admin admin() {
        Map<String, Object> config = common("hotlane-gateway-cards-topic");
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis());
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ANSWER_MAX.toMillis() / 2);
        return Admin.create(kafka.client(config));
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
}
