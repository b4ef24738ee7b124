package dev.hotlane.proof.gateway;

import dev.hotlane.infra.stack.Lane;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of a feed, written by a test in its form: one transaction a cut. The test's thread calls it. */
final class WrittenFeed implements AutoCloseable {
    private final Lane on;
    private final KafkaProducer<byte[], byte[]> producer;
    private long end;

    /** Empty topics. */
    WrittenFeed(Lane on) throws InterruptedException, ExecutionException {
        this.on = on;
        createTopics();
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        on.stack().bootstrapServers(),
                        "transactional.id",
                        on.name() + ".feed." + System.nanoTime()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
    }

    private void createTopics() throws InterruptedException, ExecutionException {
        try (Admin admin = GatewayLane.admin(on)) {
            NewTopic changes =
                    new NewTopic(changes().topic(), 1, (short) 1).configs(Map.of("cleanup.policy", "delete"));
            NewTopic progress =
                    new NewTopic(on.name() + ".progress", 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
            admin.createTopics(List.of(changes, progress)).all().get();
            GatewayLane.awaitTopics(admin, List.of(changes.name(), progress.name()));
        }
    }

    private TopicPartition changes() {
        return new TopicPartition(on.name() + ".changes", 0);
    }

    /** The document of a transaction that changed one counter. */
    static String transaction(long sequence, String key, long value) {
        return change(sequence, "transaction", ",\"id\":\"t" + sequence + "\"", counter(key, value), "");
    }

    /** A document; {@code head} has further fields, the rest are the elements of its arrays. */
    static String change(long sequence, String kind, String head, String counters, String reservations) {
        return "{\"seq\":" + sequence + ",\"time\":" + (1_795_000_000_000L + sequence) + head + ",\"kind\":\"" + kind
                + "\",\"changes\":[" + counters + "],\"reservations\":[" + reservations + "]}";
    }

    /** A counter that changed. */
    static String counter(String key, long value) {
        return "{\"key\":\"" + key + "\",\"before\":" + (value + 1) + ",\"value\":" + value
                + ",\"held\":0,\"confirmed\":0}";
    }

    /** Publishes these documents as one cut. */
    void cut(long upTo, String... documents) {
        cut(upTo, List.of(documents));
    }

    void cut(long upTo, List<String> documents) {
        producer.beginTransaction();
        send(documents);
        sendProgress(upTo);
        producer.commitTransaction();
        // The marker of the transaction.
        end += documents.isEmpty() ? 0 : 1;
    }

    /** Writes documents in a transaction that is aborted. */
    void abort(String... documents) {
        producer.beginTransaction();
        send(List.of(documents));
        producer.flush();
        producer.abortTransaction();
    }

    private void send(List<String> documents) {
        List<java.util.concurrent.Future<RecordMetadata>> sent = new ArrayList<>();
        for (String document : documents) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(changes().topic(), 0, null, document.getBytes(StandardCharsets.UTF_8));
            String sequence = document.replaceFirst("\\{\"seq\":(\\d+),.*", "$1");
            record.headers().add("seq", sequence.getBytes(StandardCharsets.US_ASCII));
            sent.add(producer.send(record));
        }
        producer.flush();
        try {
            for (java.util.concurrent.Future<RecordMetadata> each : sent) {
                end = each.get().offset() + 1;
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private void sendProgress(long upTo) {
        String progress = "{\"upTo\":" + upTo + ",\"keepFrom\":0,\"time\":1,\"base\":0,\"topic\":\"t\",\"prefixes\":[],"
                + "\"counters\":0,\"changes\":" + end + ",\"digest\":\"0000000000000000\"}";
        producer.send(new ProducerRecord<>(
                on.name() + ".progress",
                0,
                "feed".getBytes(StandardCharsets.US_ASCII),
                progress.getBytes(StandardCharsets.UTF_8)));
    }

    /** The end of the changes topic that the last cut named. */
    long end() {
        return end;
    }

    /** Deletes the records before this offset, as retention does. */
    void deleteBefore(long offset) throws InterruptedException, ExecutionException {
        try (Admin admin = GatewayLane.admin(on)) {
            admin.deleteRecords(Map.of(changes(), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Deletes both topics. */
    void deleteTopics() throws InterruptedException, ExecutionException {
        try (Admin admin = GatewayLane.admin(on)) {
            admin.deleteTopics(List.of(changes().topic(), on.name() + ".progress"))
                    .all()
                    .get();
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
