package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of the gateway's Kafka clients, each with its reason, all explicit. Any thread. */
public final class KafkaClients {
    /** 256 KiB, about 2,000 commands: a batch's lines need few requests; other batches close by linger long before. */
    private static final int BATCH_LENGTH = 256 * 1024;

    private static final int RECORD_LENGTH_MAX = 1 << 20;
    private static final int FETCH_LENGTH_MAX = 4 << 20;
    private static final String COMMANDS = "hotlane-gateway-commands";
    private static final String FOREVER_MS = Long.toString(3_650L * 86_400_000);

    private KafkaClients() {}

    /** Producer of commands: ordered, idempotent, acks by all replicas; send() never waits. */
    static KafkaProducer<byte[], byte[]> producer(LaneSettings lane, Duration deliveryMax) {
        int deliveryMaxMs = millis(deliveryMax);
        int lingerMs = millis(lane.linger());
        Map<String, Object> config = common(COMMANDS);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
        config.put(ProducerConfig.LINGER_MS_CONFIG, lingerMs);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_LENGTH);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, lane.producerMemory());
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, RECORD_LENGTH_MAX);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        // The event loop calls send(): it must fail at once instead of waiting for memory or metadata.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        // By default the metadata of an idle topic expires after 5 minutes, and the next send() fails.
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, FOREVER_MS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMaxMs);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.max(50, deliveryMaxMs / 2 - lingerMs));
        return new KafkaProducer<>(lane.kafka().client(config), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The live threads of all command producers in this JVM; Kafka exposes them by thread name only. */
    static Set<Thread> producerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith(" | " + COMMANDS))
                .collect(Collectors.toSet());
    }

    /** Consumer of replies: no group, no automatic offset reset. */
    static KafkaConsumer<byte[], byte[]> consumer(KafkaConnection kafka, Duration answerMax) {
        return consumer(kafka, "hotlane-gateway-replies", answerMax);
    }

    /** Consumer of the view topic, likewise. */
    public static KafkaConsumer<byte[], byte[]> viewConsumer(KafkaConnection kafka, Duration answerMax) {
        return consumer(kafka, "hotlane-gateway-view", answerMax);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaConnection kafka, String clientId, Duration answerMax) {
        Map<String, Object> config = common(clientId);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_LENGTH_MAX);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(answerMax));
        return new KafkaConsumer<>(kafka.client(config), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Admin client for the checks at start. */
    static Admin admin(KafkaConnection kafka, Duration answerMax) {
        Map<String, Object> config = common("hotlane-gateway-check");
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(answerMax));
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(answerMax) / 2);
        return Admin.create(kafka.client(config));
    }

    private static int millis(Duration time) {
        return Math.toIntExact(time.toMillis());
    }

    private static Map<String, Object> common(String clientId) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        config.put("enable.metrics.push", false);
        config.put("metric.reporters", "");
        config.put("reconnect.backoff.ms", 50);
        config.put("reconnect.backoff.max.ms", 1_000);
        return config;
    }
}
