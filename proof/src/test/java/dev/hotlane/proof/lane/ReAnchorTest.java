package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.repair.FarReplies;
import dev.hotlane.infra.repair.ReAnchor;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The log is lost and MySQL is not: the lane goes on with a new topic, and for the gateway it is an outage. */
@Tag("it")
@ExtendWith(RealStack.class)
class ReAnchorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long FIRST_BASE = 2L << 40;
    private static final String HOLD = "{\"lines\":[{\"key\":\"stock:a\",\"quantity\":1}],\"ttlMs\":3600000}";

    @TempDir
    private Path directory;

    private final WholeLane on;
    private final List<String> printed = new ArrayList<>();

    ReAnchorTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void goesOnWithHoldsWindowAndGatewayInANewTopic() throws Exception {
        try (on) {
            Client client = on.serve(WholeLane.PATIENT);
            ok(client, Call.put("open", "stock:a", 10));
            ok(client, Call.reserve("h1", HOLD));
            ok(client, Call.reserve("h2", HOLD));
            ok(client, Call.change("sell-2", "h2", "confirm", null));
            Answer before = ok(client, Call.add("order", "stock:b", 5));
            on.awaitFlushed(client, before.offset());
            assertThat(on.processor.stop()).isZero();
            assertThatThrownBy(() -> reAnchor(true))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContaining("this very topic");

            loseTheLog();
            on.processor.start();
            assertThat(on.processor.awaitExit()).isEqualTo(ExitCode.TOPIC_RECREATED.number());
            Path lost = directory.resolve("lost.snapshot");
            assertThatThrownBy(() -> Snapshots.take(mysql(), lost, log()))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageContainingAll("belongs to topic id", "--without-log");
            Snapshots.take(mysql(), lost, null);
            forgeBeat(Long.MAX_VALUE, 0);
            forgeBeat(1, Long.MAX_VALUE);
            reAnchor(false);
            assertThat(printed).last().asString().contains("nothing was changed");
            assertThat(printed).anyMatch(line -> line.startsWith("2 replies or BEATs") && line.contains("forged"));
            forgeBeat(1L << 40, 1L << 50);
            assertThatThrownBy(() -> reAnchor(true))
                    .isInstanceOf(RepairException.class)
                    .hasMessageContainingAll("--far-replies=TAKE", "--far-replies=IGNORE");
            reAnchor(true, FarReplies.IGNORE);
            Path snapshot = directory.resolve("anchored.snapshot");
            assertThat(Snapshots.take(mysql(), snapshot, log()).sequenceBase).isEqualTo(FIRST_BASE);

            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            everythingIsThere(client, before);
            Answer last = ok(client, Call.change("sell-1", "h1", "confirm", null));
            assertThat(last.offset()).isGreaterThan(FIRST_BASE);
            on.awaitFlushed(client, last.offset());

            on.processor.kill9();
            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            assertThat(ok(client, Call.change("sell-1", "h1", "confirm", null)).replayed())
                    .isTrue();
            Answer after = ok(client, Call.add("after", "stock:b", 1));
            assertThat(after.offset()).isGreaterThan(last.offset());
            on.awaitFlushed(client, after.offset());
            assertThatThrownBy(on::compare).isInstanceOf(VerifyException.class).hasMessageContaining("--snapshot");
            requireEqualFrom(snapshot);
        }
    }

    /** Requires the same ids, counters, holds and versions as before, and far greater new versions. */
    private static void everythingIsThere(Client client, Answer before) {
        Answer again = ok(client, Call.add("order", "stock:b", 5));
        assertThat(again.replayed()).isTrue();
        assertThat(again.offset()).isEqualTo(before.offset());
        Answer read = ok(client, Call.read("stock:a"));
        assertThat(read.value()).isEqualTo(8);
        assertThat(read.json().getLong("held")).isEqualTo(1);
        assertThat(read.json().getLong("confirmed")).isEqualTo(1);
        assertThat(ok(client, Call.get("/v1/reservations/h1")).json().getString("state"))
                .isEqualTo("held");
        assertThat(ok(client, Call.get("/v1/reservations/h2")).json().getString("state"))
                .isEqualTo("confirmed");
        Answer ifMatch = ok(client, Call.putIfMatch("if-match", "stock:b", 7, before.offset()));
        assertThat(ifMatch.version()).isGreaterThan(FIRST_BASE);
        long applied = ok(client, Call.get("/v1/status")).json().getLong("applied");
        assertThat(applied).isGreaterThan(FIRST_BASE);
    }

    /** Retries until the call is decided: the gateway's producer notices the new topic only by a failure. */
    private static Answer ok(Client client, Call call) {
        Answer last = Awaitility.await(call.toString())
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> client.call(call), Answer::isFinal);
        assertThat(last.status()).as(last.body()).isBetween(200, 201);
        return last;
    }

    private void loseTheLog() throws Exception {
        KafkaConnection brokers = on.lane.stack().connection();
        Identity lost = TopicAdmin.identity(brokers, on.lane.name());
        try (Admin admin = Admin.create(brokers.client(Map.of()))) {
            admin.deleteTopics(List.of(on.lane.name() + ".commands")).all().get();
        }
        Awaitility.await("a new topic").atMost(PATIENCE).until(() -> {
            try {
                Topics.ensure(brokers, on.lane.name(), 2, LaneRules.small(7));
                return !TopicAdmin.identity(brokers, on.lane.name()).equals(lost);
            } catch (RuntimeException e) {
                return false;
            }
        });
    }

    private FlushSettings mysql() {
        return FlushSettings.of(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
    }

    private LaneLog log() {
        return new LaneLog(on.lane.stack().connection(), on.lane.name());
    }

    private void reAnchor(boolean confirmed) {
        reAnchor(confirmed, FarReplies.REFUSE);
    }

    private void reAnchor(boolean confirmed, FarReplies far) {
        new ReAnchor(on.lane.stack().connection(), on.lane.name(), mysql(), printed::add).run(confirmed, "test", far);
    }

    private void forgeBeat(long epoch, long applied) throws Exception {
        Beat beat = new Beat(epoch, 1, 2, 3, 0, applied, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1);
        byte[] message = ReplyRecord.message(beat);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(message, 0, message.length);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", on.lane.stack().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            String topic = TopicSpec.replies(on.lane.name(), 1).name();
            producer.send(new ProducerRecord<>(topic, 0, null, packer.seal())).get();
        }
    }

    private void requireEqualFrom(Path snapshot) {
        Verification verification = Verifier.run(
                on.lane.stack().connection(),
                on.lane.name(),
                Verifier.database(
                        on.lane.jdbcUrl(),
                        on.lane.stack().user(),
                        on.lane.stack().password()),
                Snapshots.read(snapshot));
        assertThat(verification.equal())
                .as(() -> verification.summary() + " " + verification.differences())
                .isTrue();
    }
}
