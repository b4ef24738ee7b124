package dev.hotlane.processor.log;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of the lane. What correctness needs is set here and can't be changed by settings. */
public final class LogClients {
    /** One fetch: at 150 bytes a record some 100,000 records, a tenth of a second of replay. */
    private static final int FETCH_BYTES_MAX = 16 * 1024 * 1024;

    private static final int POLL_RECORDS_MAX = 16_384;

    /** Longest wait of a fetch on a silent log: a tick interval, so that silence and an outage of the broker differ. */
    private static final int FETCH_WAIT_MAX_MS = 100;

    private final Map<String, Object> common;
    private final String lane;

    /** @param kafka settings of every client, bootstrap.servers at least */
    public LogClients(Map<String, String> kafka, String lane) {
        this.common = new HashMap<>(kafka);
        this.lane = lane;
        common.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    }

    /** Settings that any client needs, for an admin client. */
    public Map<String, Object> admin() {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, lane + "-processor-admin");
        return settings;
    }

    /** Without a group: no offset is ever committed, none is ever reset. */
    public KafkaConsumer<byte[], byte[]> reader() {
        Map<String, Object> settings = new HashMap<>(common);
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

    /** For TICK, LEAD and RESIGN: never waits, and gives a record up after seconds, as the next one is due by then. */
    public KafkaProducer<byte[], byte[]> writer() {
        Map<String, Object> settings = producer("log-writer");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** For replies: waits for room, and tries for two minutes before a reply counts as failed. */
    public KafkaProducer<byte[], byte[]> replier() {
        Map<String, Object> settings = producer("reply");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 60_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 120_000);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> producer(String name) {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, lane + "-processor-" + name);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        return settings;
    }
}
