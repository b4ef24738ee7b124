package dev.hotlane.processor.log;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of the lane. Settings that correctness needs are fixed here; none can be overridden. */
public final class LogClients {
    /** Bytes of one fetch: about 100,000 records of 150 bytes, 0.1 s of replay. */
    private static final int FETCH_BYTES_MAX = 16 * 1024 * 1024;

    private static final int POLL_RECORDS_MAX = 16_384;

    /** A follower writes nothing for months, and needs the topic's metadata when it comes to lead. */
    private static final long METADATA_IDLE_MAX_MS = Duration.ofDays(365).toMillis();

    /** Longest wait of a fetch on a silent log: a tick interval, so that silence differs from a broker's outage. */
    private static final int FETCH_WAIT_MAX_MS = 100;

    private static final int ADMIN_MAX_MS = 10_000;

    private static final Map<String, Object> COMMON = Map.of(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);

    private final KafkaConnection kafka;
    private final String lane;

    /** Clients of that lane. */
    public LogClients(KafkaConnection kafka, String lane) {
        this.kafka = kafka;
        this.lane = lane;
    }

    /** The way to the brokers. */
    public KafkaConnection kafka() {
        return kafka;
    }

    /** Settings of an admin client. */
    public Map<String, Object> admin() {
        Map<String, Object> settings = kafka.client(COMMON);
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, lane + "-processor-admin");
        // Its close waits for calls under way: without brokers a minute by default.
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_MAX_MS);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_MAX_MS);
        return settings;
    }

    /** A consumer without a group: it never commits or resets an offset. */
    public KafkaConsumer<byte[], byte[]> reader() {
        Map<String, Object> settings = kafka.client(COMMON);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, lane + "-processor-log");
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES_MAX);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES_MAX);
        settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MAX_MS);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS_MAX);
        settings.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Producer of TICK, LEAD and RESIGN. Never waits, and gives a record up after 5 s: the next is due by then. */
    public KafkaProducer<byte[], byte[]> writer() {
        Map<String, Object> settings = producer("log-writer");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Producer of replies. It waits up to 60 s for space in its buffer and retries a reply for two minutes. */
    public KafkaProducer<byte[], byte[]> replier() {
        Map<String, Object> settings = producer("reply");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 60_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 120_000);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Producer of views. Never waits, and gives a record up after 5 s: the next pack has its changes. */
    public KafkaProducer<byte[], byte[]> viewer() {
        Map<String, Object> settings = producer("view");
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_IDLE_MAX_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> producer(String name) {
        Map<String, Object> settings = kafka.client(COMMON);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, lane + "-processor-" + name);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        return settings;
    }
}
