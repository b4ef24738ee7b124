package dev.hotlane.jmh.lane;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends commands to the log, as fast as the broker accepts them, to measure a replay. One thread. */
public final class LogFiller {
    private static final int BATCH_BYTES = 512 * 1024;
    private static final long BUFFER_BYTES = 128L << 20;
    private static final int LINGER_MS = 5;
    private static final byte[] NO_TRACE = {};

    private final String bootstrapServers;
    private final String topic;
    private final SplittableRandom random;
    private final Uuid7 ids;
    private int filled;

    /** Fills the command topic of that lane; ids and keys follow from the seed. */
    public LogFiller(String bootstrapServers, String lane, long seed) {
        this.bootstrapServers = bootstrapServers;
        this.topic = TopicSpec.commands(lane).name();
        this.random = new SplittableRandom(seed);
        this.ids = new Uuid7(seed);
    }

    /** Appends {@code commands} times `add 1`, each on one of {@code keys} keys of 20 bytes; the first touch each key once. */
    public void fill(int commands, int keys) {
        RecordWriter writer = new RecordWriter();
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int end = filled + commands; filled < end; filled++) {
                int key = filled < keys ? filled : random.nextInt(keys);
                byte[] id = ids.next(System.currentTimeMillis()).toString().getBytes(StandardCharsets.US_ASCII);
                Command command = Command.transact(Op.add(key(key), 1));
                byte[] value = writer.command(id, new Routing(0, 0, filled, 0), command, NO_TRACE);
                producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, id, value), (done, error) -> {
                    if (error != null) {
                        failure.compareAndSet(null, error);
                    }
                });
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the log could not be filled", failure.get());
        }
    }

    /** The name of a key: 20 bytes. */
    public static String key(int number) {
        return String.format("key:%016d", number);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = KafkaConnection.to(bootstrapServers)
                .client(Map.of(
                        ProducerConfig.ACKS_CONFIG, "all",
                        ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES,
                        ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES,
                        ProducerConfig.LINGER_MS_CONFIG, LINGER_MS));
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
