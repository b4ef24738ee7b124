package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that send request after request and read no answer: each one waits, and no other client is affected. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayPipeliningTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** Bytes per connection: Netty's mark for a full queue, and one answer beyond it. */
    private static final long QUEUE_MAX = 64 * 1024;

    private static final long ANSWER_MAX = 128 * 1024;

    private static final String PIPELINED = "hotlane_gateway_pipelined_total";

    private static GatewayLane lane;
    private static int looks;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.startListing(on, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    /** Requests that a client repeats. */
    enum Flood {
        CONTRACT("contract", "GET", "/openapi.yaml", null, 4_000, 200),
        HEAD_OF_CONTRACT("contract", "HEAD", "/openapi.yaml", null, 20_000, 200),
        METRICS("metrics", "GET", "/metrics", null, 1_000, 200),
        STATUS("status", "GET", "/v1/status", null, 10_000, 200),
        NO_ROUTE("none", "GET", "/v1/nowhere", null, 20_000, 404),
        COUNTERS("counters", "GET", "/v1/counters?limit=x", null, 20_000, 400),
        COUNTER("counter_get", "GET", "/v1/counters/stock:a", null, 10_000, 200),
        QUERY("query", "POST", "/v1/counters/query", keys(500), 400, 200),
        SPOILED("transactions", "POST", "/v1/transactions", "{", 20_000, 400);

        final String route;
        final String request;
        final boolean head;
        final int times;
        final int status;

        Flood(String route, String method, String path, String body, int times, int status) {
            this.route = route;
            this.times = times;
            this.status = status;
            head = method.equals("HEAD");
            request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                    + (body == null
                            ? "\r\n"
                            : "Content-Type: application/json\r\nIdempotency-Key: k-1\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body);
        }

        private static String keys(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> "\"" + "k".repeat(90) + i + "\"")
                    .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsNoFurtherWhileAnswersWaitThenAnswersAll(Flood flood) throws Exception {
        double answeredBefore = answered(flood);
        try (Pipeline client = Pipeline.send(lane.gateway.port(), flood.request, flood.times)) {
            awaitStandstill(flood);
            assertThat(meter("hotlane_gateway_unsent_bytes")).isBetween(1.0, (double) QUEUE_MAX + ANSWER_MAX);
            assertThat(answered(flood) - answeredBefore).isLessThan(flood.times);
            assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            for (int i = 0; i < flood.times; i++) {
                assertThat(client.next(flood.head)).as("answer " + i).isEqualTo(flood.status);
            }
            client.requireSent();
        }
    }

    @Test
    void requestsBehindUnansweredOnesWaitForTheirTurn() throws Exception {
        double before = meter(PIPELINED);
        try (Pipeline client = Pipeline.send(lane.gateway.port(), Flood.NO_ROUTE.request.repeat(100), 1)) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.next(false)).as("answer " + i).isEqualTo(404);
            }
        }
        assertThat(meter(PIPELINED) - before).isBetween(1.0, 99.0);
    }

    /** Waits until answers wait for the client and no more of them are made. */
    private static void awaitStandstill(Flood flood) {
        List<Double> answered = new ArrayList<>(List.of(-1.0));
        await().atMost(SOON).pollInterval(BETWEEN_LOOKS).until(() -> {
            answered.add(meter("hotlane_gateway_unsent_bytes") > 0 ? answered(flood) : -1.0);
            int last = answered.size() - 1;
            return answered.get(last) > 0 && answered.get(last).equals(answered.get(last - 1));
        });
    }

    /** Number of those requests answered, without those of this test itself. */
    private static double answered(Flood flood) {
        int own = flood == Flood.METRICS ? looks : 0;
        String code = switch (flood.status) {
            case 400 -> "MALFORMED";
            case 404 -> "ROUTE_NOT_FOUND";
            default -> "OK";
        };
        return meter("hotlane_gateway_answers_total{code=\"" + code + "\",route=\"" + flood.route + "\"}") - own;
    }

    private static double meter(String prefix) {
        double value = lane.meter(prefix);
        looks++;
        return value;
    }
}
