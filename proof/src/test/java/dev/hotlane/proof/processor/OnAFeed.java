package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests of feeds in the test's JVM, which the test steps: one that is not stepped is frozen. */
abstract class OnAFeed extends OnALane {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    FeedReader reader;

    OnAFeed(Lane lane) {
        super(lane);
    }

    @BeforeEach
    void createTopics() {
        reader = new FeedReader(lane.stack().bootstrapServers(), on.name);
        try (TopicAdmin admin = new TopicAdmin(lane.stack().connection())) {
            Stream.of(TopicSpec.counters(on.name), TopicSpec.changes(on.name), TopicSpec.progress(on.name))
                    .forEach(spec -> admin.create(spec, 1));
        }
    }

    FeedRun feed(String name) {
        return feed(name, FeedScope.ALL);
    }

    FeedRun feed(String name, FeedScope scope) {
        return new FeedRun(
                new FeedSettings(lane.stack().connection(), on.name, scope, directory.resolve(name), on.mysql(), null));
    }

    /** A feed that has its own files and the log, and no database. */
    FeedRun feedWithoutMySql(String name) {
        return new FeedRun(new FeedSettings(
                lane.stack().connection(), on.name, FeedScope.ALL, directory.resolve(name), null, null));
    }

    /** Steps the feed until it has published that sequence. */
    static void follow(FeedRun feed, long sequence) {
        step(() -> feed.status().upTo() >= sequence, feed);
    }

    /** Runs a command and steps the feed until it has published it. */
    void publish(FeedRun feed, String id, Command command) {
        follow(feed, on.caller.call(id, command).sequence());
    }

    static void step(BooleanSupplier until, FeedRun... feeds) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    Stream.of(feeds).forEach(FeedRun::step);
                    return until.getAsBoolean();
                });
    }

    /** Steps the feed, with what the test does before each step, until it ends by itself. */
    static HaltReason end(FeedRun feed, Runnable before) {
        HaltReason[] end = new HaltReason[1];
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    before.run();
                    try {
                        feed.step();
                    } catch (HaltReason e) {
                        end[0] = e;
                    }
                    return end[0] != null;
                });
        return end[0];
    }

    /** Ids of the commands in the changes topic, in their order; a gap is the word. */
    List<String> published() {
        return reader.changes().stream()
                .map(change -> change.has("id")
                        ? change.get("id").asString()
                        : change.get("kind").asString())
                .toList();
    }

    void deleteLogBefore(long offset) throws Exception {
        TopicPartition commands = new TopicPartition(TopicSpec.commands(on.name).name(), 0);
        on.admin
                .deleteRecords(Map.of(commands, RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    /** Appends one record to a topic of the feed, as anyone who may write there can. */
    void plant(String topic, byte[] key, byte[] value, long seq) throws ExecutionException, InterruptedException {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, key, value);
        if (seq >= 0) {
            record.headers().add(FeedProgress.SEQ_HEADER, Long.toString(seq).getBytes(StandardCharsets.US_ASCII));
        }
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                lane.stack().connection().client(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    /** A position with another place and digest; all else of it stays. */
    static FeedProgress moved(FeedProgress from, long upTo, long changes, long digest) {
        return new FeedProgress(
                upTo,
                from.keepFrom(),
                from.time(),
                from.base(),
                from.topic(),
                from.prefixes(),
                from.buckets(),
                from.counters(),
                changes,
                digest);
    }

    /** Appends a position. */
    void plant(FeedProgress position) throws ExecutionException, InterruptedException {
        byte[] key = FeedProgress.KEY.getBytes(StandardCharsets.UTF_8);
        plant(TopicSpec.progress(on.name).name(), key, position.json(), -1);
    }

    void requireVerified() {
        FeedVerifier.Result result = FeedVerifier.run(lane.stack().connection(), on.name, null);
        assertThat(result.differences()).as(result.summary()).isEmpty();
    }
}
