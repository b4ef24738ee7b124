package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.ViewWriter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Local reads at a gateway that runs alone: a real MySQL has the checkpoint, the test writes the packs. The checkpoint
 * includes sequence 1,000,000, far above the READs that prove the age.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayViewTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long LOADED = 1_000_000;
    private static final long TOPIC = ViewRecord.topicHash("topic");
    private static final String LOCAL = "/v1/counters/a?consistency=local";

    private final Lane on;
    private final ViewWriter writer = new ViewWriter();
    private final KafkaProducer<byte[], byte[]> packs;
    private GatewayLane lane;

    GatewayViewTest(Lane on) {
        this.on = on;
        packs = new KafkaProducer<>(
                Map.of("bootstrap.servers", on.stack().bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @BeforeEach
    void start() throws Exception {
        Checkpoint checkpoint = new Checkpoint(FlushSettings.of(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster", "topic"));
        checkpointAt(LOADED, 1);
        sql("INSERT INTO hl_counter VALUES (?, 5, 3, 0, 0)", (Object) "a".getBytes(StandardCharsets.UTF_8));
        TopicSpec view = TopicSpec.view(on.name());
        try (Admin admin = GatewayLane.admin(on)) {
            admin.createTopics(List.of(new NewTopic(view.name(), 1, (short) 1).configs(view.settings())))
                    .all()
                    .get();
        }
        MySqlSettings mysql = new MySqlSettings(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
        lane = GatewayLane.start(
                on,
                usual -> usual.withMySql(mysql).withView(ViewSettings.usual()).withCards(GatewayCardsTest.ALL),
                Scripts.success());
        awaitView(LOADED);
    }

    @AfterEach
    void end() {
        lane.close();
        packs.close();
    }

    private void checkpointAt(long sequence, long epoch) throws SQLException {
        sql(
                "UPDATE hl_meta SET next_offset = ?, state_epoch = ?, log_time = ?",
                sequence + 1,
                epoch,
                System.currentTimeMillis());
    }

    private void sql(String statement, Object... arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < arguments.length; i++) {
                prepared.setObject(i + 1, arguments[i]);
            }
            prepared.executeUpdate();
        }
    }

    private void pack(long from, long to, Map<String, Long> values) {
        send(new WrittenPack(TOPIC, 1, from, to, false, values));
    }

    private void send(WrittenPack pack) {
        packs.send(new ProducerRecord<>(TopicSpec.view(on.name()).name(), 0, null, writer.record(pack)));
        packs.flush();
    }

    /** Waits until the view answers as of this sequence. */
    private void awaitView(long sequence) {
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = lane.get(LOCAL);
            return header(answer, "hotlane-source").equals("view")
                    && header(answer, "hotlane-offset").equals(Long.toString(sequence));
        });
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void answersFromTheCheckpointAndThePacksThatFollow() {
        HttpResponse<String> first = lane.get(LOCAL);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("{\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3}");
        assertThat(header(first, "etag")).isEqualTo("\"3\"");
        assertThat(header(first, "cache-control")).isEqualTo("no-cache");
        assertThat(Long.parseLong(header(first, "hotlane-stale-ms"))).isBetween(0L, 5_000L);
        HttpResponse<String> same = lane.get(LOCAL, "If-None-Match", "\"3\"");
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(header(same, "hotlane-offset")).isEqualTo(Long.toString(LOADED));
        pack(LOADED, LOADED + 2, Map.of("a", 4L, "b", 1L));
        awaitView(LOADED + 2);
        assertThat(lane.post("/v1/counters/query?consistency=local", "{\"keys\":[\"b\",\"a\",\"c\"]}")
                        .body())
                .isEqualTo("{\"counters\":["
                        + "{\"key\":\"b\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":1000002},"
                        + "{\"key\":\"a\",\"value\":4,\"held\":0,\"confirmed\":0,\"version\":1000002},"
                        + "{\"key\":\"c\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}]}");
        assertThat(lane.meter("hotlane_view_sequence")).isEqualTo(LOADED + 2);
        assertThat(lane.meter("hotlane_view_keys")).isEqualTo(2);
        assertThat(lane.meter("hotlane_gateway_local_reads_total{source=\"view\"}"))
                .isPositive();
    }

    /** The lane of this test answers 7 at version 3, as of a sequence far below that of the view. */
    @Test
    void aReadOfTheLogIsAsBefore() {
        HttpResponse<String> lined = lane.get("/v1/counters/a");
        assertThat(lined.body()).startsWith("{\"key\":\"a\",\"value\":7,").contains("\"offset\":", "\"time\":");
        assertThat(header(lined, "cache-control")).isEqualTo("no-store");
        assertThat(header(lined, "hotlane-source")).isEmpty();
        HttpResponse<String> tooOld = lane.get("/v1/counters/a?maxStaleMs=0");
        assertThat(header(tooOld, "hotlane-source")).isEqualTo("lane");
        assertThat(header(tooOld, "hotlane-stale-ms")).isEqualTo("0");
        assertThat(tooOld.body()).isEqualTo("{\"key\":\"a\",\"value\":7,\"held\":2,\"confirmed\":1,\"version\":3}");
    }

    @Test
    void aReadWaitsForItsLeastOffset() {
        CompletableFuture<HttpResponse<String>> waits =
                lane.send("GET", "/v1/counters/a?maxStaleMs=5000", null, "Hotlane-Min-Offset", "" + (LOADED + 1));
        pack(LOADED, LOADED + 1, Map.of("a", 4L));
        HttpResponse<String> answer = waits.join();
        assertThat(answer.body()).contains("\"value\":4,");
        assertThat(header(answer, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 1));
        HttpResponse<String> never = lane.get("/v1/counters/a?minOffset=" + (LOADED + 9));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"").containsPattern("\"offset\":[0-9]+}");
    }

    @Test
    void theCountersOfProductsAreFromTheViewAndFromTheLaneIfTheCallerWantsIt() {
        String card = "{\"name\":\"Phone\",\"hotlane\":{\"counters\":[\"a\",\"b\"]}}";
        try (CardTopicWriter cards = new CardTopicWriter(on)) {
            cards.publish("phone", card);
        }
        await().atMost(SOON).until(() -> lane.get("/v1/products/phone").statusCode() == 200);
        HttpResponse<String> before = lane.get("/v1/products/phone");
        pack(LOADED, LOADED + 2, Map.of("b", 1L));
        awaitView(LOADED + 2);
        HttpResponse<String> local = lane.get("/v1/products/phone");
        String product = "{\"product\":" + card + ",\"stock\":["
                + "{\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3},"
                + "{\"key\":\"b\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":1000002}]}";
        assertThat(local.body()).isEqualTo(product);
        assertThat(header(local, "hotlane-source")).isEqualTo("view");
        assertThat(header(local, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 2));
        assertThat(Long.parseLong(header(local, "hotlane-stale-ms"))).isBetween(0L, 5_000L);
        assertThat(local.headers().allValues("cache-control")).containsExactly("no-cache");
        assertThat(header(local, "etag")).isNotEqualTo(header(before, "etag"));
        HttpResponse<String> same = lane.get("/v1/products/phone", "If-None-Match", header(local, "etag"));
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(header(same, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 2));
        HttpResponse<String> list = lane.get("/v1/products?ids=none,phone&minOffset=" + (LOADED + 2));
        assertThat(list.body()).isEqualTo("{\"products\":[null," + product + "]}");
        for (String lined : List.of("consistency=lane", "maxStaleMs=0")) {
            HttpResponse<String> newest = lane.get("/v1/products/phone?" + lined);
            assertThat(newest.body()).contains("\"value\":7,");
            assertThat(header(newest, "hotlane-source")).isEqualTo("lane");
            assertThat(header(newest, "hotlane-stale-ms")).isEqualTo("0");
        }
        HttpResponse<String> never = lane.get("/v1/products?ids=phone&minOffset=" + (LOADED + 9));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"").containsPattern("\"offset\":[0-9]+}");
    }

    @Test
    void aGapIsFilledFromMySqlAndTheLaneAnswersMeanwhile() throws SQLException {
        pack(LOADED + 5, LOADED + 6, Map.of("b", 1L));
        await().atMost(SOON)
                .until(() -> header(lane.get(LOCAL), "hotlane-source").equals("lane"));
        sql("UPDATE hl_counter SET value = 6, version = ?", LOADED + 3);
        checkpointAt(LOADED + 5, 1);
        awaitView(LOADED + 6);
        assertThat(lane.get(LOCAL).body()).contains("\"value\":6,");
        assertThat(lane.meter("hotlane_view_resyncs_total")).isPositive();
    }

    /** The new leader's first pack ends below the view's former sequence, or above it. */
    @ParameterizedTest
    @ValueSource(longs = {LOADED + 5, LOADED + 12})
    void aRewrittenLogLoadsTheViewAgainAlsoBelowItsFormerSequence(long to) throws SQLException {
        pack(LOADED, LOADED + 9, Map.of("a", 1L));
        awaitView(LOADED + 9);
        checkpointAt(LOADED + 4, 2);
        send(new WrittenPack(TOPIC, 2, LOADED + 4, to, false, Map.of("b", 1L)));
        awaitView(to);
        assertThat(lane.get(LOCAL).body()).contains("\"value\":5,");
    }

    @Test
    void localReadsContinueWhileTheLeaderIsSilentAndEndWithTheirBound() {
        pack(LOADED, LOADED + 1, Map.of("a", 4L));
        awaitView(LOADED + 1);
        lane.processor.script(Scripts.silence());
        lane.processor.beat(null);
        await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
        HttpResponse<String> old = lane.get(LOCAL);
        assertThat(header(old, "hotlane-source")).isEqualTo("view");
        assertThat(Long.parseLong(header(old, "hotlane-stale-ms"))).isGreaterThan(1_000);
        HttpResponse<String> young = lane.get("/v1/counters/a?maxStaleMs=200");
        assertThat(young.statusCode()).isEqualTo(503);
        assertThat(young.body()).contains("\"code\":\"UNAVAILABLE\"");
        assertThat(header(young, "retry-after")).isEqualTo("1");
        await().atMost(SOON).until(() -> lane.get(LOCAL).statusCode() == 503);
        assertThat(header(lane.get("/v1/counters/a?maxStaleMs=3600000"), "hotlane-source"))
                .isEqualTo("view");
    }
}
