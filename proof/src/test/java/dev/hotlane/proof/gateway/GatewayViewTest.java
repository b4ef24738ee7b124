package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local reads at a gateway that runs alone. */
@Tag("it")
class GatewayViewTest extends OnAViewTopic {
    GatewayViewTest(Lane on) {
        super(on);
    }

    @Test
    void answersFromTheCheckpointAndThePacksThatFollow() {
        HttpResponse<String> first = aged(LOCAL);
        assertThat(first.body()).isEqualTo("{\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3}");
        assertThat(header(first, "etag")).isEqualTo("\"3\"");
        assertThat(header(first, "cache-control")).isEqualTo("no-cache");
        HttpResponse<String> same = lane.get(LOCAL, "If-None-Match", "\"3\"");
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(header(same, "hotlane-offset")).isEqualTo(Long.toString(LOADED));
        HttpResponse<String> head =
                lane.send("HEAD", LOCAL, null, "If-None-Match", "\"3\"").join();
        assertThat(head.statusCode()).isEqualTo(304);
        assertThat(header(head, "content-length"))
                .as("that of the 200, or none")
                .isEmpty();
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

    /** The lane of this test answers 7 at version 3, as of the sequence behind that of the view. */
    @Test
    void aReadOfTheLogIsAsBefore() {
        HttpResponse<String> lined = lane.get("/v1/counters/a");
        assertThat(lined.body())
                .startsWith("{\"key\":\"a\",\"value\":7,")
                .contains("\"offset\":" + (LOADED + 1) + ",", "\"time\":");
        assertThat(header(lined, "cache-control")).isEqualTo("no-store");
        assertThat(header(lined, "hotlane-source")).isEmpty();
        HttpResponse<String> tooOld = lane.get("/v1/counters/a?maxStaleMs=0");
        assertThat(header(tooOld, "hotlane-source")).isEqualTo("lane");
        assertThat(header(tooOld, "hotlane-stale-ms")).isEqualTo("0");
        assertThat(tooOld.body()).isEqualTo("{\"key\":\"a\",\"value\":7,\"held\":2,\"confirmed\":1,\"version\":3}");
    }

    @Test
    void aReadWaitsForItsLeastOffset() {
        AtomicLong at = new AtomicLong(LOADED);
        // A slow machine may send the pack too late: then the lane answers, and the next read waits.
        HttpResponse<String> answer = await().atMost(SOON)
                .until(
                        () -> {
                            long next = at.incrementAndGet();
                            CompletableFuture<HttpResponse<String>> waits = lane.send(
                                    "GET", "/v1/counters/a?" + ANY_AGE, null, "Hotlane-Min-Offset", "" + next);
                            written.pack(next - 1, next, Map.of("a", 4L));
                            return waits.join();
                        },
                        last -> header(last, "hotlane-source").equals("view"));
        assertThat(answer.body()).contains("\"value\":4,");
        assertThat(header(answer, "hotlane-offset")).isEqualTo(Long.toString(at.get()));
        HttpResponse<String> never = lane.get("/v1/counters/a?minOffset=" + (at.get() + 2));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":" + (at.get() + 1) + "}");
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
        HttpResponse<String> local = aged("/v1/products/phone");
        String product = "{\"product\":" + card + ",\"stock\":["
                + "{\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3},"
                + "{\"key\":\"b\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":1000002}]}";
        assertThat(local.body()).isEqualTo(product);
        assertThat(header(local, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 2));
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
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":" + (LOADED + 3) + "}");
    }

    @Test
    void aGapIsFilledFromMySqlAndTheLaneAnswersMeanwhile() throws SQLException {
        pack(LOADED + 5, LOADED + 6, Map.of("b", 1L));
        await().atMost(SOON)
                .until(() -> header(lane.get(LOCAL), "hotlane-source").equals("lane"));
        written.sql("UPDATE hl_counter SET value = 6, version = ?", LOADED + 3);
        written.checkpointAt(LOADED + 5, 1);
        awaitView(LOADED + 6);
        assertThat(lane.get(LOCAL).body()).contains("\"value\":6,");
        assertThat(lane.meter("hotlane_view_resyncs_total")).isPositive();
    }

    /** The new leader's first pack ends below the view's former sequence, or above it; its second one proves an age. */
    @ParameterizedTest
    @ValueSource(longs = {LOADED + 5, LOADED + 12})
    void aRewrittenLogLoadsTheViewAgainAlsoBelowItsFormerSequence(long to) throws SQLException {
        pack(LOADED, LOADED + 9, Map.of("a", 1L));
        awaitView(LOADED + 9);
        written.loseBehind(LOADED);
        written.checkpointAt(LOADED + 4, 2);
        pack(2, LOADED + 4, to, Map.of("b", 1L));
        awaitSequence(to);
        assertThat(header(lane.get(LOCAL), "hotlane-source")).isEqualTo("lane");
        pack(2, to, to + 1, Map.of());
        awaitView(to + 1);
        assertThat(aged(LOCAL).body()).contains("\"value\":5,");
    }

    /** The first READ of the new log proves the loss, before a pack does. */
    @Test
    void aViewOfRecordsThatKafkaLostHasNoAge() {
        pack(LOADED, LOADED + 9, Map.of("a", 1L));
        awaitView(LOADED + 9);
        written.loseBehind(LOADED + 4);
        await().atMost(SOON).until(() -> {
            assertThat(answered("/v1/counters/a").body()).contains("\"offset\":" + (LOADED + 5) + ",");
            return lane.meter("hotlane_view_age_seconds") == -1;
        });
        HttpResponse<String> local = lane.get(LOCAL);
        assertThat(header(local, "hotlane-source")).isEqualTo("lane");
        assertThat(header(local, "hotlane-offset")).isEqualTo(Long.toString(LOADED + 5));
        assertThat(lane.meter("hotlane_view_sequence")).isEqualTo(LOADED + 9);
    }
}
