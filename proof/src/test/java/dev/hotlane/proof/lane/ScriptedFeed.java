package dev.hotlane.proof.lane;

import dev.hotlane.protocol.kafka.KafkaConnection;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes counters as a feed does, one transaction a cut, and remembers what they are. Every third cut is aborted first. */
final class ScriptedFeed implements AutoCloseable {
    private static final int KEYS = 60;
    private static final int CHANGES = 40;

    private final Random random;
    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, String> rows = new TreeMap<>();
    private long sequence;
    private int cuts;

    ScriptedFeed(KafkaConnection kafka, String topic, long seed) {
        random = new Random(seed);
        this.topic = topic;
        producer = new KafkaProducer<>(
                kafka.client(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic + ".scripted")),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
    }

    /** Publishes one cut of random changes; a fifth of them removes a counter. */
    void cut() {
        if (cuts++ % 3 == 0) {
            producer.beginTransaction();
            send(
                    "stock:0",
                    "{\"key\":\"stock:0\",\"value\":-1,\"held\":0,\"confirmed\":0,\"version\":1,\"asOf\":1,\"time\":1}");
            producer.flush();
            producer.abortTransaction();
        }
        producer.beginTransaction();
        for (int i = 0; i < CHANGES; i++) {
            String key = (random.nextBoolean() ? "stock:" : "Stock:") + random.nextInt(KEYS);
            sequence++;
            if (random.nextInt(5) == 0) {
                rows.remove(key);
                send(key, null);
            } else {
                long value = random.nextInt(1_000);
                rows.put(key, value + " 2 3 " + sequence);
                send(key, counter(key, value));
            }
        }
        producer.commitTransaction();
    }

    private String counter(String key, long value) {
        return new JsonObject()
                .put("key", key)
                .put("value", value)
                .put("held", 2)
                .put("confirmed", 3)
                .put("version", sequence)
                .put("asOf", sequence)
                .put("time", 1795272905007L)
                .put("later", "a field that the sink's schema does not name")
                .encode();
    }

    private void send(String key, String value) {
        producer.send(new ProducerRecord<>(
                topic,
                key.getBytes(StandardCharsets.UTF_8),
                value == null ? null : value.getBytes(StandardCharsets.UTF_8)));
    }

    /** Value, held, confirmed and version by key, of all counters that are there. */
    Map<String, String> rows() {
        return Map.copyOf(rows);
    }

    @Override
    public void close() {
        producer.close();
    }
}
