package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cards that do not fit into memory: each is read from its place in a real topic. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayHotCardsTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int CARDS = 60;
    private static final CardSettings TINY =
            CardSettings.OFF.withMode(CardMode.HOT).withBytesMax(1 << 16);

    private final Lane on;
    private final CardTopicWriter writer;
    private final String[] documents = new String[CARDS];
    private final long[] offsets = new long[CARDS];
    private final Random random = new Random(1);

    GatewayHotCardsTest(Lane on) {
        this.on = on;
        writer = new CardTopicWriter(on);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    /** Random letters: about 6 kB compressed, so that a tenth of all cards fits. */
    private void publish(int i) {
        StringBuilder text = new StringBuilder("{\"id\":" + i + ",\"text\":\"");
        for (int j = 0; j < 10_000; j++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        documents[i] = text.append("\"}").toString();
        offsets[i] = writer.publish("p" + i, documents[i]);
    }

    private GatewayLane gateway(CardSettings cards) throws Exception {
        GatewayLane lane = GatewayLane.start(on, usual -> usual.withCards(cards), Scripts.success());
        for (int i = 0; i < CARDS; i++) {
            publish(i);
        }
        awaitCard(lane, CARDS - 1);
        return lane;
    }

    private void awaitCard(GatewayLane lane, int i) {
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = lane.get("/v1/products/p" + i);
            return answer.headers().firstValue("hotlane-card-offset").orElse("").equals(Long.toString(offsets[i]));
        });
    }

    private void requireAll(GatewayLane lane) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, CARDS).boxed().toList());
        Collections.shuffle(order, random);
        for (int i : order) {
            HttpResponse<String> answer = lane.get("/v1/products/p" + i);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"product\":" + documents[i] + ",\"stock\":[]}");
            assertThat(answer.headers().firstValueAsLong("hotlane-card-offset")).hasValue(offsets[i]);
        }
    }

    @Test
    void cardsOutsideMemoryAreReadFromTheTopic() throws Exception {
        try (GatewayLane lane = gateway(TINY)) {
            requireAll(lane);
            assertThat(lane.meter("hotlane_cards_fetches_total")).isPositive();
            assertThat(lane.meter("hotlane_cards_bytes ")).isLessThanOrEqualTo(1 << 16);
            assertThat(lane.meter("hotlane_cards ")).isEqualTo(CARDS);
            assertThat(lane.meter("hotlane_cards_exceeded")).isZero();
            assertThat(lane.get("/v1/products/none").statusCode()).isEqualTo(404);

            for (int i = 0; i < CARDS; i += 7) {
                publish(i);
                awaitCard(lane, i);
            }
            requireAll(lane);
            long removed = writer.publish("p0", null);
            assertThat(removed).isPositive();
            await().atMost(SOON).until(() -> lane.get("/v1/products/p0").statusCode() == 404);
        }
    }

    @Test
    void aListFetchesAllThatIsMissing() throws Exception {
        try (GatewayLane lane = gateway(TINY)) {
            String ids = IntStream.range(0, 20).mapToObj(i -> "p" + i).collect(Collectors.joining(","));
            String expected = IntStream.range(0, 20)
                    .mapToObj(i -> "{\"product\":" + documents[i] + ",\"stock\":[]}")
                    .collect(Collectors.joining(",", "{\"products\":[", ",null]}"));
            // The first fetches connect to Kafka, which may take longer than a fetch may.
            await().atMost(SOON)
                    .until(() -> lane.get("/v1/products?ids=" + ids + ",none").statusCode() == 200);
            assertThat(lane.get("/v1/products?ids=" + ids + ",none").body()).isEqualTo(expected);
        }
    }

    @Test
    void allCardsBecomeHotAboveTheirBound() throws Exception {
        try (GatewayLane lane = gateway(TINY.withMode(CardMode.ALL))) {
            assertThat(lane.meter("hotlane_cards_exceeded")).isOne();
            assertThat(lane.meter("hotlane_cards_hot")).isOne();
            requireAll(lane);
        }
    }

    @Test
    void missesAreUnavailableWhileKafkaIsAway() throws Exception {
        try (GatewayLane lane = gateway(TINY)) {
            requireAll(lane);
            on.stack().kafka().kill9();
            List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, CARDS)
                    .mapToObj(i -> lane.send("GET", "/v1/products/p" + i, null))
                    .toList();
            int served = 0;
            for (CompletableFuture<HttpResponse<String>> call : calls) {
                HttpResponse<String> answer = call.join();
                assertThat(answer.statusCode()).isIn(200, 503);
                served += answer.statusCode() == 200 ? 1 : 0;
            }
            assertThat(served).isBetween(1, CARDS - 1);
            assertThat(lane.meter("hotlane_cards_fetch_failures_total")).isPositive();
            assertThat(lane.get("/v1/products/none").statusCode()).isEqualTo(404);

            on.stack().kafka().restart();
            lane.awaitReady();
            await().atMost(SOON).untilAsserted(() -> requireAll(lane));
        } finally {
            on.stack().kafka().start();
        }
    }
}
