package dev.hotlane.jmh.peers.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** What the three Kafka clients of the peer are told: as Hotlane's are, where they do the same. */
final class StreamsSettings {
    /** How long a record waits for company; Streams' own default is 100. */
    private static final int LINGER_MS = 1;

    /** An answer of exactly once is heard at the next commit: shorter costs commits, longer costs latency. */
    private static final int EXACT_COMMIT_MS = 5;

    private static final int COMMIT_MS = 100;
    private static final int BATCH_BYTES = 1 << 17;
    private static final int POLL_RECORDS = 5_000;

    private StreamsSettings() {}

    static Map<String, Object> producer(String bootstrapServers) {
        return new HashMap<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MS,
                ProducerConfig.BATCH_SIZE_CONFIG,
                BATCH_BYTES,
                ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
                false));
    }

    static Map<String, Object> consumer(String bootstrapServers, boolean exactlyOnce) {
        return new HashMap<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                exactlyOnce ? "read_committed" : "read_uncommitted",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                POLL_RECORDS,
                ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
                false));
    }

    static Properties streams(String application, String bootstrapServers, boolean exactlyOnce) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        settings.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, exactlyOnce ? EXACT_COMMIT_MS : COMMIT_MS);
        // A thread that waits for records commits nothing: with callers who wait for the commit it would wait in vain.
        settings.put(StreamsConfig.POLL_MS_CONFIG, exactlyOnce ? EXACT_COMMIT_MS : COMMIT_MS);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MS);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), POLL_RECORDS);
        settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, System.getProperty("java.io.tmpdir") + "/" + application);
        return settings;
    }
}
