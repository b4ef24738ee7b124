package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call's request, as the contract has it. */
class RequestsTest {
    private static final LaneClient CLIENT = LaneClient.connect(ClientSettings.of("http://127.0.0.1:1"));
    private static final TokenRate RATE = new TokenRate(10, Duration.ofSeconds(1), 20);

    private static Map<LaneCall<?>, String> requests() {
        Map<LaneCall<?>, String> requests = new LinkedHashMap<>();
        requests.put(
                CLIENT.transact(
                        LaneOp.add("a", -1).min(-5).max(9).clamp(),
                        LaneOp.add("b", 1).withoutMin(),
                        LaneOp.set("c", 4).ifValue(1).ifVersion(2).ifAbsent().onHand(),
                        LaneOp.check("d").min(1).max(2).ifValue(3).ifVersion(4),
                        LaneOp.check("d").notBefore(Instant.ofEpochMilli(5)).notAfter(Instant.ofEpochMilli(6)),
                        LaneOp.take("e", 1, RATE),
                        LaneOp.remove("f").ifValue(1).ifVersion(2)),
                "POST /v1/transactions {\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":-1,\"min\":-5,\"max\":9,"
                        + "\"clamp\":true},{\"op\":\"add\",\"key\":\"b\",\"delta\":1,\"min\":null},"
                        + "{\"op\":\"set\",\"key\":\"c\",\"value\":4,\"ifValue\":1,\"ifVersion\":2,\"ifAbsent\":true,"
                        + "\"basis\":\"onHand\"},{\"op\":\"check\",\"key\":\"d\",\"min\":1,\"max\":2,\"ifValue\":3,"
                        + "\"ifVersion\":4},{\"op\":\"check\",\"key\":\"d\",\"notBefore\":5,\"notAfter\":6},"
                        + "{\"op\":\"take\",\"key\":\"e\",\"tokens\":1,\"count\":10,\"periodMs\":1000,\"burst\":20},"
                        + "{\"op\":\"remove\",\"key\":\"f\",\"ifValue\":1,\"ifVersion\":2}]}");
        requests.put(
                CLIENT.reservations()
                        .reserve(ReservationRequest.lasting(Duration.ofSeconds(1))
                                .line("a", 1)
                                .line("b", 2, 3)
                                .lineWithoutMin("c", 4)
                                .limit("d", 1, 2)
                                .check(LaneOp.check("e").min(1))
                                .take(LaneOp.take("f", 1, RATE))
                                .owner("u")),
                "POST /v1/reservations {\"ttlMs\":1000,\"lines\":[{\"key\":\"a\",\"quantity\":1},"
                        + "{\"key\":\"b\",\"quantity\":2,\"min\":3},{\"key\":\"c\",\"quantity\":4,\"min\":null}],"
                        + "\"limits\":[{\"key\":\"d\",\"quantity\":1,\"max\":2}],\"checks\":[{\"key\":\"e\",\"min\":1}],"
                        + "\"takes\":[{\"key\":\"f\",\"tokens\":1,\"count\":10,\"periodMs\":1000,\"burst\":20}],"
                        + "\"owner\":\"u\"}");
        requests.put(CLIENT.reservations().get("r/1"), "GET /v1/reservations/r%2F1");
        requests.put(
                CLIENT.reservations()
                        .list(ReservationFilter.all()
                                .owner("a b&c")
                                .state(Reservation.State.HELD)
                                .limit(5)),
                "GET /v1/reservations?limit=5&owner=a%20b%26c&state=held");
        requests.put(CLIENT.reservations().confirm("r"), "POST /v1/reservations/r/confirm {}");
        requests.put(
                CLIENT.reservations().confirm("r", Map.of("k", 2L)),
                "POST /v1/reservations/r/confirm {\"lines\":[{\"key\":\"k\",\"quantity\":2}]}");
        requests.put(CLIENT.reservations().cancel("r"), "POST /v1/reservations/r/cancel");
        requests.put(
                CLIENT.reservations().extend("r", Duration.ofSeconds(9)),
                "POST /v1/reservations/r/extend {\"ttlMs\":9000}");
        ReservationCalls owned = CLIENT.reservations().ofOwner("u 7");
        requests.put(
                owned.reserve(ReservationRequest.lasting(Duration.ofSeconds(1))
                        .line("a", 1)
                        .owner("u8")),
                "POST /v1/reservations {\"ttlMs\":1000,\"lines\":[{\"key\":\"a\",\"quantity\":1}],\"owner\":\"u 7\"}");
        requests.put(owned.get("r"), "GET /v1/reservations/r?owner=u%207");
        requests.put(
                owned.list(ReservationFilter.all().owner("u8").limit(5)), "GET /v1/reservations?limit=5&owner=u%207");
        requests.put(owned.confirm("r"), "POST /v1/reservations/r/confirm {\"owner\":\"u 7\"}");
        requests.put(
                owned.confirm("r", Map.of("k", 2L)),
                "POST /v1/reservations/r/confirm {\"lines\":[{\"key\":\"k\",\"quantity\":2}],\"owner\":\"u 7\"}");
        requests.put(owned.cancel("r"), "POST /v1/reservations/r/cancel {\"owner\":\"u 7\"}");
        requests.put(
                owned.extend("r", Duration.ofSeconds(9)),
                "POST /v1/reservations/r/extend {\"ttlMs\":9000,\"owner\":\"u 7\"}");
        requests.put(CLIENT.counters().get(".."), "GET /v1/counters/%2E%2E");
        requests.put(CLIENT.counters().getIfChanged("k", 3), "GET /v1/counters/k {If-None-Match=\"3\"}");
        requests.put(
                CLIENT.counters().query(List.of("a", "\u00e9")),
                "POST /v1/counters/query {\"keys\":[\"a\",\"\u00e9\"]}");
        requests.put(CLIENT.reads().local().counter("a/b"), "GET /v1/counters/a%2Fb?consistency=local");
        requests.put(
                CLIENT.reads()
                        .local()
                        .maxStale(Duration.ofMillis(200))
                        .minOffset(9)
                        .counterIfChanged("k", 3),
                "GET /v1/counters/k?consistency=local&maxStaleMs=200 {Hotlane-Min-Offset=9, If-None-Match=\"3\"}");
        requests.put(
                CLIENT.reads().local().maxStale(Duration.ofMillis(200)).board("stock:"),
                "GET /v1/counters?consistency=local&maxStaleMs=200&prefix=stock%3A");
        requests.put(
                CLIENT.reads().local().counters(List.of("a", "\u00e9")),
                "POST /v1/counters/query?consistency=local {\"keys\":[\"a\",\"\u00e9\"]}");
        requests.put(CLIENT.counters().list(CounterFilter.all()), "GET /v1/counters");
        requests.put(CLIENT.counters().put("k", 1), "PUT /v1/counters/k {\"value\":1}");
        requests.put(CLIENT.counters().putIfVersion("k", 1, 7), "PUT /v1/counters/k {If-Match=\"7\"} {\"value\":1}");
        requests.put(CLIENT.counters().putIfAbsent("k", 1), "PUT /v1/counters/k {If-None-Match=*} {\"value\":1}");
        requests.put(CLIENT.counters().deleteIfVersion("k", 7), "DELETE /v1/counters/k {If-Match=\"7\"}");
        requests.put(CLIENT.counters().increment("k", -2), "POST /v1/counters/k/increment {\"amount\":-2}");
        requests.put(CLIENT.counters().drain("k"), "POST /v1/counters/k/drain");
        requests.put(
                CLIENT.buckets().take("k", 0, RATE),
                "POST /v1/buckets/k/take {\"tokens\":0,\"count\":10,\"periodMs\":1000,\"burst\":20}");
        requests.put(CLIENT.commands().get("c"), "GET /v1/commands/c");
        requests.put(CLIENT.commands().abandon("c"), "POST /v1/commands/c/abandon");
        requests.put(CLIENT.status().withTraceparent("00-1-2-01"), "GET /v1/status {traceparent=00-1-2-01}");
        return requests;
    }

    static Stream<Arguments> calls() {
        return requests().entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isWhatTheContractHas(LaneCall<?> call, String expected) {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(403, "FORBIDDEN", ""));
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address()))) {
            assertThat(new LaneCall<>(client, call.shape(), call.id(), Duration.ofSeconds(60), call.retries(), null)
                            .send())
                    .isInstanceOf(Refused.class);
            ScriptedGateway.Got got = gateway.got().get(0);
            Map<String, String> headers = new TreeMap<>();
            for (String name : new String[] {"Hotlane-Min-Offset", "If-Match", "If-None-Match", "traceparent"}) {
                if (got.headers().containsKey(name.toLowerCase(Locale.ROOT))) {
                    headers.put(name, got.headers().get(name.toLowerCase(Locale.ROOT)));
                }
            }
            assertThat(got.method() + " " + got.target() + (headers.isEmpty() ? "" : " " + headers)
                            + (got.body().isEmpty() ? "" : " " + got.body()))
                    .isEqualTo(expected);
            assertThat(got.id()).isEqualTo(call.id());
            assertThat(got.headers().get("content-type")).isEqualTo(got.body().isEmpty() ? null : "application/json");
        }
    }
}
