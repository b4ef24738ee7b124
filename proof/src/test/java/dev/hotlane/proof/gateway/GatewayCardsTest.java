package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.CounterPattern;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Products from cards of a real topic: published, changed, removed, spoiled, made again, with Kafka away. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class GatewayCardsTest {
    static final CardSettings ALL = CardSettings.OFF.withMode(CardMode.ALL);
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String COUNTERS = "{\"name\":\"Phone\",\"hotlane\":{\"counters\":[\"a\",\"b\"]}}";
    private static final String BAD = "hotlane_cards_bad_total";

    private final Lane on;
    private final CardTopicWriter writer;

    GatewayCardsTest(Lane on) {
        this.on = on;
        writer = new CardTopicWriter(on);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    private GatewayLane gateway(CardSettings cards) throws Exception {
        GatewayLane lane = GatewayLane.start(on, usual -> usual.withCards(cards), Scripts.success());
        await().atMost(SOON).until(() -> lane.meter("hotlane_cards_loaded") == 1);
        return lane;
    }

    private void publish(GatewayLane lane, String id, String document) {
        publishAs(lane, id, id, document);
    }

    /** Publishes a card and waits until it is served under the path. */
    private void publishAs(GatewayLane lane, String path, String id, String document) {
        String offset = Long.toString(writer.publish(id, document));
        await().atMost(SOON).until(() -> {
            HttpResponse<String> now = lane.get("/v1/products/" + path);
            return document == null
                    ? now.statusCode() == 404
                    : now.headers().firstValue("hotlane-card-offset").orElse("").equals(offset);
        });
    }

    private static String body(String document, String... keys) {
        StringBuilder stock = new StringBuilder();
        for (String key : keys) {
            stock.append(stock.isEmpty() ? "" : ",")
                    .append("{\"key\":\"")
                    .append(key)
                    .append("\",\"value\":7,\"held\":2,\"confirmed\":1,\"version\":3}");
        }
        return "{\"product\":" + document + ",\"stock\":[" + stock + "]}";
    }

    @Test
    void aProductIsServedWithItsCountersChangedAndRemoved() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            assertThat(lane.get("/v1/products/phone").statusCode()).isEqualTo(404);
            assertThat(lane.get("/v1/products/phone").body()).contains("\"code\":\"NOT_FOUND\"");

            publish(lane, "phone", COUNTERS);
            HttpResponse<String> first = lane.get("/v1/products/phone");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.body()).isEqualTo(body(COUNTERS, "a", "b"));
            assertThat(first.headers().firstValue("content-type")).hasValue("application/json");
            assertThat(first.headers().firstValue("cache-control")).hasValue("no-cache");
            assertThat(first.headers().firstValue("vary")).hasValue("accept-encoding");
            assertThat(first.headers().firstValue("hotlane-source")).hasValue("lane");
            long sequence = first.headers().firstValueAsLong("hotlane-offset").orElseThrow();
            assertThat(sequence).isEqualTo(lane.processor.last().offset);
            assertThat(first.headers().firstValue("hotlane-card-offset")).hasValue("0");

            publish(lane, "phone", "{\"v\": 2 }");
            HttpResponse<String> second = lane.get("/v1/products/phone");
            assertThat(second.body()).isEqualTo(body("{\"v\": 2 }"));
            assertThat(second.headers().map()).doesNotContainKeys("hotlane-offset", "hotlane-source");
            assertThat(tag(second)).isNotEqualTo(tag(first));

            publish(lane, "phone", null);
            assertThat(lane.get("/v1/products/phone").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aTagOfEitherFormIsAnswered304() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            publish(lane, "phone", COUNTERS);
            String plain = tag(lane.get("/v1/products/phone"));
            HttpResponse<byte[]> zipped = lane.bytes("/v1/products/phone", "Accept-Encoding", "gzip");
            String gzip = zipped.headers().firstValue("etag").orElseThrow();
            assertThat(gzip).isEqualTo(plain.replaceFirst("\"$", "-gzip\""));
            for (String path : List.of("/v1/products/phone", "/v1/products?ids=phone")) {
                String known = tag(lane.get(path));
                for (String form : List.of(known, known.replaceFirst("\"$", "-gzip\""), "\"x\", W/" + known)) {
                    HttpResponse<String> answer = lane.get(path, "If-None-Match", form);
                    assertThat(answer.statusCode()).isEqualTo(304);
                    assertThat(tag(answer)).isEqualTo(known);
                    assertThat(answer.headers().firstValue("vary")).hasValue("accept-encoding");
                    assertThat(answer.body()).isEmpty();
                }
                assertThat(lane.get(path, "If-None-Match", "\"x\"").statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void headHasTheHeadersOfGet() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            publish(lane, "phone", COUNTERS);
            publish(lane, "large", "{\"text\":\"" + "x".repeat(100_000) + "\"}");
            for (String id : List.of("phone", "large")) {
                for (String form : List.of("gzip", "identity")) {
                    HttpResponse<byte[]> get = lane.bytes("/v1/products/" + id, "Accept-Encoding", form);
                    HttpResponse<String> head = lane.send("HEAD", "/v1/products/" + id, null, "Accept-Encoding", form)
                            .join();
                    assertThat(head.statusCode()).isEqualTo(200);
                    assertThat(head.body()).isEmpty();
                    assertThat(head.headers().firstValueAsLong("content-length"))
                            .hasValue(get.body().length);
                    assertThat(tag(head)).isEqualTo(tag(get));
                }
            }
            HttpResponse<String> posted = lane.post("/v1/products/phone", "{}", "Idempotency-Key", "k");
            assertThat(posted.statusCode()).isEqualTo(405);
            assertThat(posted.headers().firstValue("allow")).hasValue("GET, HEAD");
        }
    }

    @Test
    void aListIsOneCutInTheOrderAsked() throws Exception {
        try (GatewayLane lane = gateway(ALL.withCounterKey(new CounterPattern("stock:{id}")))) {
            publish(lane, "phone", COUNTERS);
            publishAs(lane, "a%2Cb", "a,b", "{\"n\":2}");
            long before = lane.processor.seen();
            HttpResponse<String> list = lane.get("/v1/products?ids=none,a%2Cb,phone");
            assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
            assertThat(list.body())
                    .isEqualTo("{\"products\":[null," + body("{\"n\":2}", "stock:a,b") + "," + body(COUNTERS, "a", "b")
                            + "]}");
            assertThat(lane.processor.seen()).isEqualTo(before + 1);
            assertThat(lane.processor.last().read().keyCount()).isEqualTo(3);
            assertThat(list.headers().map()).doesNotContainKey("hotlane-card-offset");
            assertThat(lane.get("/v1/products?ids=none,never").body()).isEqualTo("{\"products\":[null,null]}");
            assertThat(lane.get("/v1/products").statusCode()).isEqualTo(400);
            assertThat(lane.get("/v1/products?ids=a,a").body()).contains("\"code\":\"MALFORMED\"", "twice");
            assertThat(lane.get("/v1/products/").statusCode()).isEqualTo(400);
            assertThat(lane.get("/v1/products/a?x=1").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void oneHundredProductsWithTenCountersEachAreOneRead() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            StringBuilder ids = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                StringBuilder keys = new StringBuilder();
                for (int j = 0; j < 10; j++) {
                    keys.append(j == 0 ? "" : ",")
                            .append("\"k")
                            .append(10 * i + j)
                            .append('"');
                }
                writer.publish("p" + i, "{\"hotlane\":{\"counters\":[" + keys + "]}}");
                ids.append(i == 0 ? "" : ",").append('p').append(i);
            }
            await().atMost(SOON).until(() -> lane.get("/v1/products/p99").statusCode() == 200);
            long before = lane.processor.seen();
            assertThat(lane.get("/v1/products?ids=" + ids).statusCode()).isEqualTo(200);
            assertThat(lane.processor.seen()).isEqualTo(before + 1);
            assertThat(lane.processor.last().read().keyCount()).isEqualTo(1_000);
        }
    }

    @Test
    void aBadRecordLeavesTheFormerVersion() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            publish(lane, "phone", "{\"v\":1}");
            writer.publish("phone", "{\"v\":2");
            writer.publish("phone", "[]");
            publish(lane, "behind", "{}");
            HttpResponse<String> phone = lane.get("/v1/products/phone");
            assertThat(phone.body()).isEqualTo(body("{\"v\":1}"));
            assertThat(phone.headers().firstValue("hotlane-card-offset")).hasValue("0");
            assertThat(lane.meter(BAD)).isEqualTo(2);
        }
    }

    /** Goal: a tag of the former topic is not taken for the same card. Method: the same records at the same offsets. */
    @Test
    void aTopicThatIsMadeAgainIsReadFromItsStartAndItsTagsDiffer() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            publish(lane, "phone", "{\"v\":1}");
            publish(lane, "gone", "{}");
            writer.publish("gone", "{");
            String former = tag(lane.get("/v1/products/phone"));
            CardTopicWriter.createAgain(on);
            try (CardTopicWriter again = new CardTopicWriter(on)) {
                assertThat(again.publish("phone", "{\"v\":1}")).isZero();
            }
            await().atMost(SOON).until(() -> lane.get("/v1/products/gone").statusCode() == 404);
            HttpResponse<String> phone = lane.get("/v1/products/phone", "If-None-Match", former);
            assertThat(phone.statusCode()).isEqualTo(200);
            assertThat(phone.headers().firstValue("hotlane-card-offset")).hasValue("0");
            assertThat(phone.body()).isEqualTo(body("{\"v\":1}"));
            assertThat(tag(phone)).isNotEqualTo(former);
            assertThat(lane.meter(BAD)).isOne();
        }
    }

    @Test
    void cardsInMemoryAreServedWhileKafkaIsAwayAndChangesArriveAfterwards() throws Exception {
        try (GatewayLane lane = gateway(ALL)) {
            publish(lane, "phone", "{\"v\":1}");
            on.stack().kafka().kill9();
            assertThat(lane.get("/v1/products/phone").body()).isEqualTo(body("{\"v\":1}"));
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            assertThat(lane.get("/v1/products/phone").statusCode()).isEqualTo(200);
            assertThat(lane.get("/v1/products/none").statusCode()).isEqualTo(404);
            on.stack().kafka().restart();
            publish(lane, "phone", "{\"v\":2}");
        } finally {
            on.stack().kafka().start();
        }
    }

    /** Goal: no product is absent while its card is still to be read. Method: ask from the first moment on. */
    @Test
    void productsAreUnavailableNotAbsentWhileTheCardsLoad() throws Exception {
        CardTopicWriter.create(on);
        String text = "x".repeat(200_000);
        for (int i = 0; i < 300; i++) {
            writer.publish("p" + i, "{\"n\":" + i + ",\"text\":\"" + text + "\"}");
        }
        GatewayLane.createTopics(on);
        try (GatewayLane lane = GatewayLane.startOn(on, usual -> usual.withCards(ALL), Scripts.success())) {
            Set<Integer> statuses = new TreeSet<>();
            await().pollInterval(Duration.ofMillis(2)).atMost(SOON).until(() -> {
                int status = lane.get("/v1/products/p299").statusCode();
                statuses.add(status);
                return status == 200;
            });
            assertThat(statuses).containsExactly(200, 503);
        }
    }

    @Test
    void withoutCardsTheAnswerSaysHowToGetThem() throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success())) {
            HttpResponse<String> refused = lane.get("/v1/products/phone");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"", "--cards=all");
        }
    }

    private static String tag(HttpResponse<?> answer) {
        return answer.headers().firstValue("etag").orElseThrow();
    }
}
