package dev.hotlane.infra.feed;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of a feed. Settings that correctness needs are fixed here. Immutable. */
record FeedClients(KafkaConnection kafka, String lane) {
    /** A frozen process' transaction is aborted after this time; until then consumers read nothing beyond it. */
    private static final int TRANSACTION_MAX_MS = 5_000;

    private static final int ANSWER_MAX_MS = 10_000;

    /**
     * The id that fences: of what is written, so that it outlives another log, and differs between clusters' lanes.
     *
     * @param topicIds by the topics' names
     */
    static String transactionalId(String lane, Map<String, String> topicIds) {
        return lane + ".feed." + topicIds.get(TopicSpec.progress(lane).name());
    }

    /** The producer of that id, before it fences the others. */
    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> settings = kafka.client(Map.of(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false));
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, lane + "-feed");
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MAX_MS);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        // A cut's records come at once, and a flush ends them: until then only full batches are sent.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 100);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_MAX_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_MAX_MS);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A consumer of committed records, without a group. */
    KafkaConsumer<byte[], byte[]> reader() {
        Map<String, Object> settings = kafka.client(Map.of(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false));
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, lane + "-feed-topics");
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MAX_MS);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** For the topics' ids and the displayed group. */
    Admin admin() {
        Map<String, Object> settings = kafka.client(Map.of(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false));
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, lane + "-feed-admin");
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MAX_MS);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MAX_MS);
        return Admin.create(settings);
    }
}
