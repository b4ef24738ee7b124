package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.ConnectionBounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that come too slowly, and some that do not, over real sockets. */
class SlowRequestsTest {
    private static final Duration MAX = Duration.ofMillis(300);
    private static final int BODIES_MAX = 1 << 20;
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String HEALTHZ = "GET /healthz" + HOST + "\r\n";
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";
    private static final String LATE = "\"code\":\"REQUEST_TIMEOUT\",\"outcome\":\"not_executed\"";

    private final SocketGateway gateway = new SocketGateway(
            usual -> usual.withBounds(new ConnectionBounds(0, Duration.ofSeconds(30), BODIES_MAX, MAX, MAX))
                    .withLimits(usual.limits().withInFlightMax(20)));

    @AfterEach
    void stop() {
        gateway.close();
    }

    private SocketCaller caller() throws IOException {
        return new SocketCaller(gateway.port());
    }

    private static String post(String path, String type, int length) {
        return "POST " + path + HOST + "Content-Type: " + type + "\r\nContent-Length: " + length + "\r\n";
    }

    private static String transaction(String id) {
        return post("/v1/transactions", "application/json", OPS.length()) + "Idempotency-Key: " + id + "\r\n\r\n" + OPS;
    }

    private static String query(int length) {
        return post("/v1/counters/query", "application/json", length) + "\r\n";
    }

    private static String line(String id) {
        return "{\"id\":\"" + id + "\"," + OPS.substring(1) + "\n";
    }

    private static String batch(int length) {
        return post("/v1/batch", "application/x-ndjson", length) + "\r\n";
    }

    /** Returns when headers that were begun after this call are late: other ones of that age are late by then, too. */
    private void waitForTheLimit() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (SocketCaller late = caller().send("GET /")) {
                assertThat(late.rest()).startsWith("HTTP/1.1 408 ");
            }
        }
    }

    @Test
    void refusesHeadersThatComeAByteAtATime() throws IOException {
        try (SocketCaller caller = caller().send("GET /healthz" + HOST + "X: ")) {
            caller.trickle("x");
            assertThat(caller.response())
                    .startsWith("HTTP/1.1 408 ")
                    .contains(LATE, "connection: close", "Send it again, its headers within 300 ms");
            assertThat(caller.rest()).isIn("", "\nreset");
        }
        assertThat(gateway.meter("hotlane_gateway_headers_late_total")).isEqualTo(1);
    }

    @Test
    void refusesHeadersThatBeginRightBehindAnotherRequest() throws IOException {
        try (SocketCaller caller = caller().send(HEALTHZ + "G")) {
            assertThat(caller.response()).startsWith("HTTP/1.1 200 ");
            assertThat(caller.response()).startsWith("HTTP/1.1 408 ").contains(LATE);
            assertThat(caller.rest()).isEmpty();
        }
    }

    @Test
    void refusesHeadersBehindTheLastByteOfABody() throws IOException {
        try (SocketCaller caller = caller().send(transaction("a") + "POST /v1/transactions" + HOST)) {
            assertThat(caller.response()).startsWith("HTTP/1.1 200 ");
            assertThat(caller.response()).startsWith("HTTP/1.1 408 ").contains(LATE);
        }
    }

    /** Answers come in the order of requests: the client would read the 408 as the answer to the earlier one. */
    @Test
    void refusesLateHeadersOnceTheRequestBeforeIsAnswered() throws IOException {
        gateway.silence();
        try (SocketCaller caller = caller().send(transaction("a") + "GET /")) {
            waitForTheLimit();
            assertThat(caller.readable()).isFalse();
            gateway.answer();
            assertThat(caller.response()).startsWith("HTTP/1.1 200 ").contains("\"id\":\"a\"");
            assertThat(caller.response()).startsWith("HTTP/1.1 408 ").contains(LATE);
        }
        assertThat(gateway.records()).isEqualTo(1);
    }

    @Test
    void answersRequestsThatWaitBehindASlowAnswer() throws IOException {
        gateway.silence();
        try (SocketCaller caller = caller().send(transaction("a") + transaction("b") + transaction("c"))) {
            waitForTheLimit();
            gateway.answer();
            for (String id : List.of("a", "b", "c")) {
                assertThat(caller.response()).startsWith("HTTP/1.1 200 ").contains("\"id\":\"" + id + "\"");
            }
        }
    }

    @Test
    void waitsForTheFirstByteOfARequestAsLongAsForAnIdleConnection() throws IOException {
        try (SocketCaller fresh = caller();
                SocketCaller used = caller().send(transaction("a"))) {
            assertThat(used.response()).startsWith("HTTP/1.1 200 ");
            waitForTheLimit();
            assertThat(fresh.send(HEALTHZ).response()).startsWith("HTTP/1.1 200 ");
            assertThat(used.send(HEALTHZ).response()).startsWith("HTTP/1.1 200 ");
            waitForTheLimit();
            assertThat(fresh.send(HEALTHZ).response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void refusesABodyThatComesAByteAtATimeAndRunsNothing() throws IOException {
        try (SocketCaller caller = caller().send(transaction("a").replace(OPS, "{"))) {
            caller.trickle(" ");
            assertThat(caller.response())
                    .startsWith("HTTP/1.1 408 ")
                    .contains(LATE, "connection: close", "within 300 ms and 1 s more");
            assertThat(caller.rest()).isIn("", "\nreset");
        }
        assertThat(gateway.records()).isZero();
        assertThat(gateway.meter("hotlane_gateway_bodies_late_total")).isEqualTo(1);
        assertThat(gateway.meter("hotlane_gateway_headers_late_total")).isZero();
    }

    /** Together they have twice the room for bodies. */
    @Test
    void givesTheRoomOfALateBodyBack() throws IOException {
        for (int round = 0; round < 2; round++) {
            List<SocketCaller> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                slow.add(caller().send(query(60_000) + " ".repeat(50_000)));
            }
            for (SocketCaller each : slow) {
                assertThat(each.response()).startsWith("HTTP/1.1 408 ");
                each.close();
            }
        }
        try (SocketCaller caller = caller().send(transaction("a"))) {
            assertThat(caller.response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void endsABatchWhoseLineComesAByteAtATime() throws IOException {
        try (SocketCaller caller = caller().send(batch(90_000) + line("a") + "{")) {
            caller.readTo("{\"id\":\"a\",\"status\":200,");
            caller.readTo("");
            caller.trickle(" ");
            caller.readTo("{\"id\":null,\"line\":2,\"status\":408,");
        }
        assertThat(gateway.meter("hotlane_gateway_bodies_late_total")).isEqualTo(1);
        assertThat(gateway.records()).isEqualTo(1);
    }

    /** The clock of a line does not wait for the answers to those before it. */
    @Test
    void endsABatchWhoseLineIsLateWhileOthersWait() throws IOException {
        gateway.silence();
        try (SocketCaller caller = caller().send(batch(90_000) + line("a") + "{")) {
            await().atMost(SocketCaller.SOON).until(() -> gateway.meter("hotlane_gateway_bodies_late_total") == 1);
            gateway.answer();
            assertThat(caller.rest())
                    .contains("{\"id\":\"a\",\"status\":200,", "{\"id\":null,\"line\":2,\"status\":408,");
        }
    }

    /** A batch may have half of the 20 places; the gateway does not read the last line meanwhile. */
    @Test
    void aBatchThatTheGatewayDoesNotReadIsNotLate() throws IOException {
        gateway.silence();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            lines.append(line("b-" + i));
        }
        try (SocketCaller caller = caller().send(batch(lines.length()))) {
            caller.send(lines.substring(0, lines.length() - 20));
            await().atMost(SocketCaller.SOON).until(() -> gateway.waiting() == 10);
            waitForTheLimit();
            caller.send(lines.substring(lines.length() - 20));
            gateway.answer();
            // The response ends with an empty chunk.
            caller.send("GET /healthz" + HOST + "Connection: close\r\n\r\n");
            assertThat(caller.rest())
                    .contains("\"id\":\"b-11\",\"status\":200,")
                    .doesNotContain("408");
        }
    }
}
