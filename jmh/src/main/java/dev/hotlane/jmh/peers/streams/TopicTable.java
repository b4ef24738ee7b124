package dev.hotlane.jmh.peers.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A topic of numbers as a global table of Kafka Streams: all of its keys in a store in this process' memory, which follows
 * the topic and is read by interactive queries. Any thread.
 */
public final class TopicTable implements AutoCloseable {
    private static final String STORE = "numbers";
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final KafkaStreams streams;
    private final ReadOnlyKeyValueStore<String, Long> store;

    private TopicTable(KafkaStreams streams) {
        this.streams = streams;
        store = streams.store(StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.keyValueStore()));
    }

    /** Makes the topic, with these numbers by key; returns when the broker has them all. */
    public static void write(String bootstrapServers, String topic, Map<String, Long> numbers)
            throws ExecutionException, InterruptedException {
        StreamsSetup.createTopics(bootstrapServers, topic);
        try (KafkaProducer<String, Long> producer = new KafkaProducer<>(
                StreamsSettings.producer(bootstrapServers), new StringSerializer(), new LongSerializer())) {
            for (Future<RecordMetadata> sent : numbers.entrySet().stream()
                    .map(one -> producer.send(new ProducerRecord<>(topic, one.getKey(), one.getValue())))
                    .toList()) {
                sent.get();
            }
        }
    }

    /**
     * Returns when the table has all records that the topic has now.
     *
     * @param directory for the few files that Streams writes
     */
    public static TopicTable open(String bootstrapServers, String topic, Path directory) throws InterruptedException {
        Properties settings = StreamsSettings.streams(topic + "-table", bootstrapServers, false);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable(
                topic,
                Consumed.with(Serdes.String(), Serdes.Long()),
                Materialized.<String, Long>as(Stores.inMemoryKeyValueStore(STORE))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long())
                        .withCachingDisabled());
        KafkaStreams streams = new KafkaStreams(builder.build(), settings);
        StreamsSetup.start(streams);
        return new TopicTable(streams);
    }

    /** The newest value that the store has, never waiting; null for an absent key. */
    public Long get(String key) {
        return store.get(key);
    }

    @Override
    public void close() {
        streams.close(CLOSE_MAX);
    }
}
