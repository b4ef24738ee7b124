package dev.hotlane.gateway.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AccessSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rates of principals, over real sockets; the processor accepts all commands. Units flow in too slowly to matter. */
class RatesTest {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String SALE = "{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}";

    private final KeyFile file = new KeyFile();
    private final String fast = file.add(
            "fast", KeyFile.grant("add reserve resolve", "tenant"), rate(1_000_000, 1_000_000, 10), "\"opsMax\":64");
    private final String slow =
            file.add("slow", KeyFile.grant("add resolve", "tenant"), rate(5, 20, 100), "\"opsMax\":64");
    private final String thrifty = file.add("thrifty", KeyFile.grant("add"), rate(1, 20, 100), "\"opsMax\":64");
    private final String steady = file.add("steady", KeyFile.grant("add"), rate(500, 5, 100));
    private final String watcher = file.add("watcher", KeyFile.grant("read"), rate(1, 20, 100));
    private final String free = file.add("free", KeyFile.grant("add observe"));
    private final SocketGateway gateway =
            new SocketGateway(usual -> usual.withHttp(usual.http().withAccess(new AccessSettings(file.path()))));
    private int sent;

    private static String rate(int perSecond, int burst, int inFlight) {
        return "\"rate\":{\"perSecond\":" + perSecond + ",\"burst\":" + burst + ",\"inFlight\":" + inFlight
                + ",\"streams\":0}";
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private SocketCaller send(SocketCaller caller, String key, String path, String body) throws IOException {
        return send(caller, key, path, body.length(), body);
    }

    /** A body of that length, as far as it is sent. */
    private SocketCaller send(SocketCaller caller, String key, String path, int length, String body)
            throws IOException {
        return caller.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k-" + sent++
                + "\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\nAuthorization: Bearer " + key + "\r\n\r\n" + body);
    }

    private SocketCaller sell(SocketCaller caller, String key, int ops) throws IOException {
        return send(caller, key, "/v1/transactions", "{\"ops\":[" + (SALE + ",").repeat(ops - 1) + SALE + "]}");
    }

    private SocketCaller confirm(SocketCaller caller, String key) throws IOException {
        return confirm(caller, key, "r");
    }

    private SocketCaller confirm(SocketCaller caller, String key, String reservation) throws IOException {
        return send(caller, key, "/v1/reservations/" + reservation + "/confirm", "{}");
    }

    /** Sells until it is refused; returns how many were answered 200, at most this number. */
    private int sold(String key, int ops, int max) throws IOException {
        for (int i = 0; i < max; i++) {
            String answer = sell(gateway.caller(), key, ops).response();
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                assertThat(answer)
                        .startsWith("HTTP/1.1 429 ")
                        .contains("\"code\":\"QUOTA_EXCEEDED\",\"outcome\":\"not_executed\"", "retry-after: ")
                        .contains("\"retryAfterMs\":", "too many calls per second", "connection: close");
                return i;
            }
        }
        return max;
    }

    @Test
    void aPrincipalAboveItsRateIsRefusedAndOthersAreNot() throws IOException {
        assertThat(sold(slow, 1, 100)).isBetween(12, 20);
        assertThat(sold(fast, 1, 20)).isEqualTo(20);
        assertThat(sold(free, 1, 20)).isEqualTo(20);
        assertThat(gateway.records()).isBetween(52L, 60L);
    }

    @Test
    void opsAreChargedAfterTheBodyBelowZero() throws IOException {
        // 16 units: 1 + 64/4 = 17 are taken, so the second call finds none.
        assertThat(sold(slow, 64, 10)).isEqualTo(1);
    }

    @Test
    void theRefusalComesBeforeTheBody() throws IOException {
        sold(slow, 64, 10);
        SocketCaller caller = gateway.caller();
        caller.send("POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + slow
                + "\r\nContent-Length: 60000\r\n\r\n");
        assertThat(caller.response()).startsWith("HTTP/1.1 429 ").contains("connection: close");
    }

    @Test
    void confirmsGoOnWhenSalesAreRefused() throws IOException {
        sold(slow, 64, 10);
        for (int i = 0; i < 4; i++) {
            assertThat(confirm(gateway.caller(), slow).response()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(sold(slow, 1, 10)).isZero();
    }

    @Test
    void aWatchCostsWhatItsKeysCost() throws IOException {
        // 7.25 units each, of 16; this gateway has no view to watch.
        String path = IntStream.range(0, 100).mapToObj(i -> "key=stock:" + i).collect(joining("&", "/v1/watch?", ""));
        for (int i = 0; i < 3; i++) {
            assertThat(get(watcher, path)).startsWith("HTTP/1.1 503 ");
        }
        assertThat(get(watcher, path)).startsWith("HTTP/1.1 429 ");
    }

    @Test
    void aWatchOfAPrefixCostsWhatAPageCosts() throws IOException {
        assertThat(get(watcher, "/v1/watch?prefix=stock:")).startsWith("HTTP/1.1 400 ");
        assertThat(get(watcher, "/v1/watch?prefix=stock:")).startsWith("HTTP/1.1 429 ");
    }

    private String get(String key, String path) throws IOException {
        return gateway.caller()
                .send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key + "\r\n\r\n")
                .response();
    }

    @Test
    void aRepeatedConfirmCostsSixteenUnitsAsTheWindowCopiesItsHold() throws IOException {
        assertThat(confirm(gateway.caller(), slow, SocketGateway.CONFIRMED).response())
                .startsWith("HTTP/1.1 200 ");
        assertThat(sold(slow, 1, 10)).isLessThan(4);
    }

    @Test
    void aLineThatRepeatsAConfirmCostsSixteenUnits() throws IOException {
        String line = "{\"id\":\"1\",\"kind\":\"confirm\",\"reservation\":\"" + SocketGateway.CONFIRMED + "\"}";
        assertThat(batch(slow, line)).contains("\"status\":200,");
        assertThat(sold(slow, 1, 10)).isLessThan(4);
    }

    @Test
    void theLastFifthOfCallsInFlightIsForThoseThatEndReservations() throws IOException {
        gateway.silence();
        List<SocketCaller> waiting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiting.add(sell(gateway.caller(), fast, 1));
        }
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> gateway.waiting() == 8);
        assertThat(sell(gateway.caller(), fast, 1).response())
                .startsWith("HTTP/1.1 429 ")
                .contains("too many calls without an answer");
        waiting.add(confirm(gateway.caller(), fast));
        waiting.add(confirm(gateway.caller(), fast));
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> gateway.waiting() == 10);
        assertThat(confirm(gateway.caller(), fast).response()).startsWith("HTTP/1.1 429 ");
        gateway.answer();
        for (SocketCaller one : waiting) {
            assertThat(one.response()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(sold(fast, 1, 20)).isEqualTo(20);
    }

    @Test
    void callsWhoseClientsAreGoneAreNotInFlight() throws IOException {
        gateway.silence();
        for (int i = 0; i < 8; i++) {
            sell(gateway.caller(), fast, 1);
        }
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> gateway.waiting() == 8);
        gateway.endCallers();
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> {
            try (SocketCaller caller = new SocketCaller(gateway.port())) {
                return !sell(caller, fast, 1)
                        .send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .readable();
            }
        });
        gateway.answer();
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> meter("principal_in_flight", "fast") == 0);
    }

    @Test
    void aBatchPausesAndIsNotRefused() throws IOException {
        String answer = batch(
                steady,
                IntStream.range(0, 60)
                        .mapToObj(i -> "{\"id\":\"" + i + "\",\"ops\":[" + SALE + "]}")
                        .toArray(String[]::new));
        for (int i = 0; i < 60; i++) {
            assertThat(answer).contains("{\"id\":\"" + i + "\",\"status\":200,");
        }
        assertThat(meter("quota_refusals_total", "steady")).isZero();
        assertThat(meter("principal_calls_total", "steady")).isEqualTo(60);
        assertThat(meter("principal_in_flight", "steady")).isZero();
    }

    private String batch(String key, String... lines) throws IOException {
        String text = String.join("\n", lines) + "\n";
        return gateway.caller()
                .send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                        + key + "\r\nContent-Type: application/x-ndjson\r\nContent-Length: " + text.length()
                        + "\r\n\r\n" + text)
                .rest();
    }

    @Test
    void theOpsOfALineAreChargedToo() throws IOException {
        String line = "{\"id\":\"1\",\"ops\":[" + (SALE + ",").repeat(63) + SALE + "]}";
        assertThat(batch(thrifty, line)).contains("{\"id\":\"1\",\"status\":200,");
        // 17 of 16 units are taken, and 0.8 flow in each second.
        assertThat(sold(thrifty, 1, 12)).isLessThan(10);
    }

    @Test
    void aLineThatEndsAReservationTakesFromTheKeptUnits() throws IOException {
        String body = "{\"ops\":[" + (SALE + ",").repeat(63) + SALE + "]}";
        List<SocketCaller> begun = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            begun.add(send(gateway.caller(), slow, "/v1/transactions", body.length(), ""));
        }
        await().atMost(SocketCaller.SOON).pollInterval(POLL).until(() -> meter("principal_in_flight", "slow") == 8);
        // Each body costs 16 units, so that 30 s pass until another call is shared.
        for (SocketCaller caller : begun) {
            assertThat(caller.send(body).response()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(sold(slow, 1, 1)).isZero();
        assertThat(batch(slow, "{\"id\":\"1\",\"kind\":\"confirm\",\"reservation\":\"r\"}"))
                .contains("{\"id\":\"1\",\"status\":200,");
        assertThat(sold(slow, 1, 1)).isZero();
    }

    @Test
    void aLineThatTheLaneRefusesIsNotInFlight() throws IOException {
        gateway.dirty(SocketGateway.DIRTY_MAX + 1);
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(gateway.caller(), fast, 1).response().startsWith("HTTP/1.1 503 "));
        assertThat(batch(fast, "{\"id\":\"1\",\"ops\":[" + SALE + "]}")).contains("{\"id\":\"1\",\"status\":503,");
        assertThat(meter("principal_in_flight", "fast")).isZero();
    }

    @Test
    void aBatchThatPausesEndsWithTheAccessOfItsCaller() throws IOException {
        // Owes 60 units, at 0.8 a second.
        String poor = file.add("poor", KeyFile.grant("add"), rate(1, 5, 9), "\"opsMax\":64");
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(gateway.caller(), poor, 64).response().startsWith("HTTP/1.1 200 "));
        String line = "{\"id\":\"1\",\"ops\":[" + SALE + "]}\n";
        SocketCaller open = gateway.caller();
        open.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + poor
                + "\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
        file.remove("poor");
        assertThat(open.rest()).contains("{\"id\":\"1\",\"status\":401,");
    }

    @Test
    void aRefusedLineIsPaidBeforeTheNextIsRead() throws IOException {
        // Owes 60 units, at 0.8 a second.
        String poor = file.add("poor", KeyFile.grant("add"), rate(1, 5, 9), "\"opsMax\":64");
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(gateway.caller(), poor, 64).response().startsWith("HTTP/1.1 200 "));
        SocketCaller open = gateway.caller();
        open.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + poor
                + "\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{}\n{}\n\r\n");
        file.remove("poor");
        assertThat(open.rest()).contains("\"line\":1,\"status\":400,", "\"line\":2,\"status\":401,");
    }

    @Test
    void eachPrincipalHasItsFigures() throws IOException {
        sold(slow, 64, 10);
        sold(free, 1, 3);
        assertThat(meter("principal_calls_total", "slow")).isEqualTo(1);
        assertThat(meter("quota_refusals_total", "slow")).isEqualTo(1);
        // The reading of these figures is a call too.
        assertThat(meter("principal_calls_total", "free")).isBetween(5.0, 6.0);
        assertThat(meter("principal_calls_total", "other")).isZero();
    }

    private double meter(String figure, String principal) {
        return gateway.meterBy(free, "hotlane_" + figure + "{principal=\"" + principal + "\"}");
    }
}
