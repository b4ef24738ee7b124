package dev.hotlane.jmh.peers.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.Stores;

/**
 * Numbers by key through a Kafka Streams topology with exactly-once processing: input topic, a store in memory with its
 * changelog, output topic of one partition. Readers of the output read committed records. Any thread.
 */
public final class ExactOutput {
    /** {@link #follow} from here: what comes from now on. */
    public static final long END = -1;

    private static final String STORE = "newest";
    private static final Duration POLL = Duration.ofMillis(50);

    private final String brokers;
    private final TopicPartition output;
    private final String input;
    private final KafkaStreams streams;
    private final KafkaProducer<String, Long> producer;

    private ExactOutput(String brokers, String name, KafkaStreams streams) {
        this.brokers = brokers;
        input = name + "-input";
        output = new TopicPartition(name + "-output", 0);
        this.streams = streams;
        producer = new KafkaProducer<>(StreamsSettings.producer(brokers), new StringSerializer(), new LongSerializer());
    }

    /** A record of the output. */
    public record Out(long offset, String key, long value) {}

    /** Reads until it is closed. */
    public interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Makes the topics and starts the topology; returns when it runs.
     *
     * @param commitMs how often it commits
     * @param directory for the few files that Streams writes
     */
    public static ExactOutput open(String brokers, String name, int commitMs, Path directory)
            throws InterruptedException {
        StreamsSetup.createTopics(brokers, name + "-input", name + "-output");
        Properties settings = StreamsSettings.streams(name, brokers, true);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitMs);
        settings.put(StreamsConfig.POLL_MS_CONFIG, commitMs);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        KafkaStreams streams = new KafkaStreams(topology(name), settings);
        StreamsSetup.start(streams);
        return new ExactOutput(brokers, name, streams);
    }

    private static Topology topology(String name) {
        return new Topology()
                .addSource(
                        "input", Serdes.String().deserializer(), Serdes.Long().deserializer(), name + "-input")
                .addProcessor("keep", Keep::new, "input")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.Long()),
                        "keep")
                .addSink(
                        "output",
                        name + "-output",
                        Serdes.String().serializer(),
                        Serdes.Long().serializer(),
                        "keep");
    }

    /** Keeps the newest number of each key and passes each on. */
    private static final class Keep implements Processor<String, Long, String, Long> {
        private ProcessorContext<String, Long> context;
        private KeyValueStore<String, Long> store;

        @Override
        public void init(ProcessorContext<String, Long> given) {
            context = given;
            store = given.getStateStore(STORE);
        }

        @Override
        public void process(Record<String, Long> number) {
            store.put(number.key(), number.value());
            context.forward(number);
        }
    }

    /** Completes when the broker has the number in the input topic. */
    public CompletableFuture<Void> put(String key, long value) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        producer.send(new ProducerRecord<>(input, key, value), (metadata, failure) -> {
            if (failure == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    /** The newest number of the store; null for an absent key. */
    public Long get(String key) {
        return streams.store(
                        StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.<String, Long>keyValueStore()))
                .get(key);
    }

    /**
     * Reads the output from that offset on by a consumer of its own; returns when it stands there. Blocks.
     *
     * @param records is called on thread {@code output}, with the records of a poll
     */
    public Following follow(long from, Consumer<List<Out>> records) {
        KafkaConsumer<String, Long> consumer = new KafkaConsumer<>(
                StreamsSettings.consumer(brokers, true), new StringDeserializer(), new LongDeserializer());
        consumer.assign(List.of(output));
        if (from == END) {
            consumer.seekToEnd(List.of(output));
        } else {
            consumer.seek(output, from);
        }
        consumer.position(output);
        Reading reading = new Reading(consumer, records);
        Thread thread = new Thread(reading, "output");
        thread.setDaemon(true);
        thread.start();
        return reading;
    }

    /** One consumer and its thread. */
    private static final class Reading implements Runnable, Following {
        private final KafkaConsumer<String, Long> consumer;
        private final Consumer<List<Out>> records;
        private volatile boolean closed;

        Reading(KafkaConsumer<String, Long> consumer, Consumer<List<Out>> records) {
            this.consumer = consumer;
            this.records = records;
        }

        @Override
        public void run() {
            try (consumer) {
                while (!closed) {
                    List<Out> polled = new ArrayList<>();
                    for (ConsumerRecord<String, Long> record : consumer.poll(POLL)) {
                        polled.add(new Out(record.offset(), record.key(), record.value()));
                    }
                    if (!polled.isEmpty() && !closed) {
                        records.accept(polled);
                    }
                }
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
