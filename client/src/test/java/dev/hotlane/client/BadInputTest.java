package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad arguments are exceptions that say what to do, and nothing is sent. */
class BadInputTest {
    private static final TokenRate RATE = new TokenRate(10, Duration.ofSeconds(1), 10);
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final LaneClient CLIENT = LaneClient.connect(ClientSettings.of("http://127.0.0.1:1"));
    private static final Batcher BATCHER = CLIENT.batcher();
    private static final Map<String, ThrowingCallable> BAD = new TreeMap<>();

    static {
        BAD.put("key empty", () -> CLIENT.counters().get(""));
        BAD.put("key null", () -> CLIENT.counters().get(null));
        BAD.put("key of 201 bytes", () -> CLIENT.counters().increment("k".repeat(201), 1));
        BAD.put("key of 101 letters of 2 bytes", () -> CLIENT.counters().increment("\u00e9".repeat(101), 1));
        BAD.put("key with a high surrogate", () -> CLIENT.counters().drain("a\ud800b"));
        BAD.put("key with a low surrogate", () -> CLIENT.counters().delete("a\udc00"));
        BAD.put("key that ends in half a pair", () -> CLIENT.buckets().take("a\ud800", 1, RATE));
        BAD.put("owner of 201 bytes", () -> ReservationFilter.all().owner("o".repeat(201)));
        BAD.put("prefix empty", () -> CounterFilter.all().prefix(""));
        BAD.put("cursor blank", () -> CounterFilter.all().cursor(" "));
        BAD.put("limit 0", () -> CounterFilter.all().limit(0));
        BAD.put("limit 101", () -> ReservationFilter.all().limit(101));
        BAD.put("quantity negative", () -> ReservationRequest.lasting(TTL).line("k", -1));
        BAD.put("quantity 0", () -> ReservationRequest.lasting(TTL).limit("k", 0, 1));
        BAD.put("ttl 0", () -> ReservationRequest.lasting(Duration.ZERO));
        BAD.put("ttl negative", () -> CLIENT.reservations().extend("r", Duration.ofMillis(-1)));
        BAD.put("ttl below a millisecond", () -> ReservationRequest.lasting(Duration.ofNanos(999_999)));
        BAD.put("ttl beyond 64 bits", () -> ReservationRequest.lasting(Duration.ofSeconds(Long.MAX_VALUE)));
        BAD.put("reservation without a line", () -> CLIENT.reservations().reserve(ReservationRequest.lasting(TTL)));
        BAD.put("reservation of 65 lines", BadInputTest::tooManyLines);
        BAD.put("confirm of no lines", () -> CLIENT.reservations().confirm("r", Map.of()));
        BAD.put("confirm of a negative quantity", () -> CLIENT.reservations().confirm("r", Map.of("k", -1L)));
        BAD.put("transaction of no ops", () -> CLIENT.transact());
        BAD.put("transaction of 65 ops", () -> CLIENT.transact(Collections.nCopies(65, LaneOp.add("k", 1))));
        BAD.put("tokens negative", () -> LaneOp.take("k", -1, RATE));
        BAD.put("tokens over the burst", () -> CLIENT.buckets().take("k", 11, RATE));
        BAD.put("rate of count 0", () -> new TokenRate(0, Duration.ofSeconds(1), 1));
        BAD.put("rate of period 0", () -> new TokenRate(1, Duration.ZERO, 1));
        BAD.put("rate of burst 0", () -> new TokenRate(1, Duration.ofSeconds(1), 0));
        BAD.put("query of no keys", () -> CLIENT.counters().query(List.of()));
        BAD.put("query of 1,001 keys", () -> CLIENT.counters().query(Collections.nCopies(1_001, "k")));
        BAD.put("local query of no keys", () -> CLIENT.reads().local().counters(List.of()));
        BAD.put("board of no prefix", () -> CLIENT.reads().local().board(""));
        BAD.put("greatest age negative", () -> CLIENT.reads().local().maxStale(Duration.ofMillis(-1)));
        BAD.put("greatest age over an hour", () -> CLIENT.reads().local().maxStale(Duration.ofMillis(3_600_001)));
        BAD.put("greatest age null", () -> CLIENT.reads().local().maxStale(null));
        BAD.put("least offset negative", () -> CLIENT.reads().local().minOffset(-1));
        BAD.put("least offset over 2^53", () -> CLIENT.reads().local().minOffset((1L << 53) + 1));
        BAD.put("version negative", () -> CLIENT.counters().putIfVersion("k", 1, -1));
        BAD.put("id empty", () -> CLIENT.counters().drain("k").withId(""));
        BAD.put("id of 65 characters", () -> CLIENT.counters().drain("k").withId("i".repeat(65)));
        BAD.put("id with a space", () -> CLIENT.counters().drain("k").withId("a b"));
        BAD.put("id with an umlaut", () -> CLIENT.reservations().get("\u00fc"));
        BAD.put(
                "id of the abandoned command",
                () -> CLIENT.commands().abandon("c").withId("c"));
        BAD.put("deadline 0", () -> CLIENT.counters().drain("k").within(Duration.ZERO));
        BAD.put("traceparent of two lines", () -> CLIENT.status().withTraceparent("a\r\nb: c"));
        BAD.put("read in a batch", () -> CLIENT.batch(List.of(CLIENT.counters().get("k"))));
        BAD.put("read in a batcher", () -> BATCHER.send(CLIENT.counters().get("k")));
        BAD.put(
                "increment in a batcher",
                () -> BATCHER.sendAsync(CLIENT.counters().increment("k", 1)));
        BAD.put(
                "traceparent in a batcher",
                () -> BATCHER.send(CLIENT.transact(LaneOp.add("k", 1)).withTraceparent("00-1-2-01")));
        BAD.put("batcher of 0 calls", () -> BatcherSettings.USUAL.withCalls(0));
        BAD.put("batcher of 1 KiB", () -> BatcherSettings.USUAL.withBytes(1024));
        BAD.put("batcher that waits a negative time", () -> BatcherSettings.USUAL.withRoomWait(Duration.ofMillis(-1)));
        BAD.put("batcher of 1,001 lines", () -> BatcherSettings.USUAL.withLines(1_001));
        BAD.put("batcher of a negative linger", () -> BatcherSettings.USUAL.withLinger(Duration.ofMillis(-1)));
        BAD.put("batcher of 11 s of linger", () -> BatcherSettings.USUAL.withLinger(Duration.ofSeconds(11)));
        BAD.put("batcher of no streams", () -> BatcherSettings.USUAL.withStreams(0));
        BAD.put("batcher of no time to drain", () -> BatcherSettings.USUAL.withDrain(Duration.ZERO));
        BAD.put("no gateways", () -> ClientSettings.of());
        BAD.put("gateway blank", () -> ClientSettings.of(" "));
        BAD.put("gateway without scheme", () -> ClientSettings.of("localhost:8080"));
        BAD.put("gateway of another scheme", () -> ClientSettings.of("ftp://localhost"));
        BAD.put("gateway with a path", () -> ClientSettings.of("http://localhost:8080/v1"));
        BAD.put("attempt 0", () -> ClientSettings.of("http://localhost").withAttempt(Duration.ZERO));
        BAD.put(
                "backoff upside down",
                () -> ClientSettings.of("http://localhost").withBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }

    static Stream<String> inputs() {
        return BAD.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void isRefusedWithWhatToDo(String input) {
        assertThatThrownBy(BAD.get(input))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(":");
    }

    @Test
    void aClosedClientSendsNothing() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.incremented("k"))) {
            LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address()));
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            client.close();
            assertThatThrownBy(call::send)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the client is closed: connect a new one");
            assertThat(gateway.got()).isEmpty();
        }
    }

    @Test
    void aReadTakesNoId() {
        assertThatThrownBy(() -> CLIENT.counters().get("k").withId("i")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theLargestInputsPass() {
        assertThat(CLIENT.counters().get("\ud83d\ude00".repeat(50)).id()).isNull();
        assertThat(CLIENT.counters()
                        .drain("k".repeat(200))
                        .withId("~".repeat(64))
                        .id())
                .hasSize(64);
        assertThat(CLIENT.transact(Collections.nCopies(64, LaneOp.add("k", 1))).id())
                .hasSize(36);
    }

    private static void tooManyLines() {
        ReservationRequest request = ReservationRequest.lasting(TTL);
        for (int i = 0; i < 65; i++) {
            request = request.line("k", 1);
        }
    }
}
