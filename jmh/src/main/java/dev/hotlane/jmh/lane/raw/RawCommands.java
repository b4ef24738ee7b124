package dev.hotlane.jmh.lane.raw;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes commands of adds to the command topic as a gateway does, on the thread {@code raw-commands}: each under a UUIDv7 of
 * its own, while a leader lives and fewer than the most are in flight.
 */
final class RawCommands implements AutoCloseable {
    private static final long BEAT_AGE_MAX_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int BATCH_BYTES = 256 * 1024;
    private static final long BUFFER_BYTES = 128L << 20;
    private static final int LINGER_MS = 5;
    private static final int AT_ONCE = 256;
    private static final long PAUSE_NANOS = 200_000;
    private static final byte[] NO_TRACE = {};

    private final String topic;
    private final UUID gateway;
    private final int replyPartition;
    private final OpenCommands open;
    private final ReplyAudit audit;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Op[] adds;
    private final Uuid7 ids = new Uuid7(System.nanoTime());
    private final Thread thread = new Thread(this::run, "raw-commands");
    private volatile boolean stopping;

    /** Not started yet. */
    RawCommands(
            String bootstrapServers,
            String lane,
            UUID gateway,
            int replyPartition,
            OpenCommands open,
            ReplyAudit audit,
            Map<String, String> producerSettings) {
        topic = TopicSpec.commands(lane).name();
        this.gateway = gateway;
        this.replyPartition = replyPartition;
        this.open = open;
        this.audit = audit;
        adds = new Op[open.keys()];
        producer = producer(bootstrapServers, producerSettings);
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers, Map<String, String> more) {
        Map<String, Object> settings = KafkaConnection.to(bootstrapServers)
                .client(Map.of(
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "raw-commands",
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                        5,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        BATCH_BYTES,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        BUFFER_BYTES,
                        ProducerConfig.LINGER_MS_CONFIG,
                        LINGER_MS));
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void start() {
        thread.start();
    }

    private void run() {
        RecordWriter writer = new RecordWriter();
        int atOnce = Math.min(AT_ONCE, Math.max(1, open.room() / 2));
        while (!stopping && audit.fault() == null) {
            if (open.room() < atOnce || !audit.isLed(BEAT_AGE_MAX_NANOS)) {
                LockSupport.parkNanos(PAUSE_NANOS);
                continue;
            }
            long now = System.currentTimeMillis();
            for (int i = 0; i < atOnce; i++) {
                send(writer, now);
            }
        }
    }

    private void send(RecordWriter writer, long now) {
        long request = open.sent();
        byte[] id = ids.next(now).toString().getBytes(StandardCharsets.ISO_8859_1);
        Routing routing = new Routing(
                gateway.getMostSignificantBits(), gateway.getLeastSignificantBits(), request, replyPartition);
        byte[] value = writer.command(id, routing, command(request), NO_TRACE);
        open.enter(id);
        try {
            producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, id, value), this::acknowledged);
        } catch (KafkaException e) {
            audit.fail("a command could not be sent: " + e);
        }
    }

    private void acknowledged(RecordMetadata metadata, Exception failure) {
        if (failure != null) {
            audit.fail("a command was not appended: " + failure);
        }
    }

    private Command command(long request) {
        Op[] ops = new Op[open.ops()];
        Arrays.setAll(ops, op -> add(open.key(request, op)));
        return Command.transact(ops);
    }

    private Op add(int key) {
        if (adds[key] == null) {
            adds[key] = Op.add(LogFiller.key(key), 1);
        }
        return adds[key];
    }

    /** Sends no more; returns when every command sent before is in the log, or a fault says why not. */
    void stop() throws InterruptedException {
        stopping = true;
        thread.join();
        producer.flush();
    }

    @Override
    public void close() {
        stopping = true;
        producer.close();
    }
}
