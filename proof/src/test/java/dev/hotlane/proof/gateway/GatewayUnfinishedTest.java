package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that begin a request and do not end it. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayUnfinishedTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int PLACES = 20;
    private static final int BODIES_MAX = 1 << 20;
    private static final int REQUEST_MAX_MS = 1_500;
    private static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String CONTRACT = "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static GatewayLane lane;
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void start(Lane on) throws Exception {
        Duration requestMax = Duration.ofMillis(REQUEST_MAX_MS);
        ConnectionBounds bounds = new ConnectionBounds(0, Duration.ofSeconds(30), BODIES_MAX, requestMax, requestMax);
        lane = GatewayLane.start(
                on,
                usual -> usual.withBounds(bounds).withLimits(usual.limits().withConnectionsMax(PLACES)),
                Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_connections ") <= 2);
    }

    private Socket send(String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", lane.gateway.port());
        sockets.add(socket);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static String head(String path, String type, String length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k-1\r\nContent-Type: " + type + "\r\n"
                + length + "\r\n\r\n";
    }

    private static String query(int length) {
        return head("/v1/counters/query", "application/json", "Content-Length: " + length);
    }

    /** All bytes until the gateway closes the connection. */
    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ", "\r\n", "POST /v1/transactions"})
    void refusesHeadersThatDoNotEnd(String begun) throws IOException {
        assertThat(rest(send(begun))).startsWith("HTTP/1.1 408 ").contains("\"code\":\"REQUEST_TIMEOUT\"");
    }

    @Test
    void refusesTheHeadersOfALaterRequestToo() throws IOException {
        Socket socket = send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        await().atMost(SOON).until(() -> socket.getInputStream().available() > 0);
        socket.getOutputStream().write('G');
        assertThat(rest(socket)).startsWith("HTTP/1.1 200 ").contains("HTTP/1.1 408 ");
    }

    @Test
    void refusesABodyThatDoesNotEnd() throws Exception {
        long before = lane.commandsEnd();
        Socket socket = send(head("/v1/transactions", "application/json", "Content-Length: 90") + "{\"ops\":[");
        assertThat(rest(socket)).startsWith("HTTP/1.1 408 ").contains("\"code\":\"REQUEST_TIMEOUT\"");
        assertThat(lane.commandsEnd()).isEqualTo(before);
    }

    @Test
    void closesAConnectionWhoseAnsweredRequestDoesNotEnd() throws IOException {
        Socket socket = send("POST /v1/nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{");
        assertThat(rest(socket)).startsWith("HTTP/1.1 404 ").doesNotContain("408");
    }

    @Test
    void endsABatchWhoseLineDoesNotEnd() throws IOException {
        String line = GatewayBatchTest.line("b-1");
        Socket socket = send(head("/v1/batch", "application/x-ndjson", "Content-Length: 90000")
                        .replace("Idempotency-Key: k-1\r\n", "")
                + line
                + line.substring(0, 20));
        assertThat(rest(socket))
                .startsWith("HTTP/1.1 200 ")
                .contains("{\"id\":\"b-1\",\"status\":200,")
                .contains("{\"id\":null,\"line\":2,\"status\":408,");
    }

    @Test
    void waitsForABodyThatComesAsFastAsItMust() throws IOException {
        String body = "{\"keys\":[\"a\"]" + " ".repeat(100_000) + "}";
        Socket socket = send(query(body.length()));
        for (int from = 0; from < body.length(); from += 16_384) {
            // The bound is one second per 16 KiB: this client is faster, so the whole may take longer than the first
            // bound.
            socket.getOutputStream()
                    .write(body.substring(from, Math.min(body.length(), from + 16_384))
                            .getBytes(StandardCharsets.UTF_8));
        }
        await().atMost(SOON).until(() -> socket.getInputStream().available() > 0);
        assertThat(socket.getInputStream().read()).isEqualTo('H');
    }

    /** Goal: unfinished bodies fill no memory, and affect other calls only as long as they last. */
    @Test
    void refusesBodiesBeyondTheRoomForAll() throws Exception {
        for (int i = 0; i < PLACES - 2; i++) {
            send(query(250_000) + " ".repeat(200_000));
        }
        int refused = 0;
        int late = 0;
        for (Socket socket : sockets) {
            String answer = rest(socket);
            refused += answer.startsWith("HTTP/1.1 503 ")
                            && answer.contains("\"code\":\"OVERLOADED\"")
                            && answer.contains("\"outcome\":\"not_executed\"")
                    ? 1
                    : 0;
            late += answer.startsWith("HTTP/1.1 408 ") ? 1 : 0;
        }
        assertThat(late).isBetween(1, BODIES_MAX / 200_000);
        assertThat(refused).isEqualTo(PLACES - 2 - late);
        await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_body_bytes") == 0);
        assertThat(lane.transact().join().statusCode()).isEqualTo(200);
    }

    @Test
    void closesTheConnectionThatIsIdleForLongestWhenAllPlacesAreTaken() throws IOException {
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            Socket next = send(HEALTHZ);
            await().atMost(SOON).until(() -> next.getInputStream().available() > 0);
            idle.add(next);
        }
        String usual = CONTRACT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        // A connection that was used within the last second is kept.
        await().atMost(SOON).until(() -> rest(send(usual)).startsWith("HTTP/1.1 200 "));
        for (int i = 0; i < 3; i++) {
            send(HEALTHZ);
            await().atMost(SOON).until(() -> rest(send(usual)).startsWith("HTTP/1.1 200 "));
        }
        assertThat(lane.meter("hotlane_gateway_connections_gave_way_total")).isGreaterThanOrEqualTo(3);
        assertThat(rest(idle.get(0))).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void tellsAboutHealthWhileAllPlacesAreTaken() throws IOException {
        for (int i = 0; i < PLACES; i++) {
            // None is idle: each has answers that it does not read.
            Socket taken = send(CONTRACT.repeat(200));
            await().atMost(SOON).until(() -> taken.getInputStream().available() > 0);
        }
        for (String path : List.of("/healthz", "/readyz", "/metrics", "/v1/status", "/v1/stats")) {
            assertThat(rest(send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("connection: close");
        }
        for (String path : List.of("/v1/counters/a", "/openapi.yaml", "/v1/nowhere")) {
            assertThat(rest(send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\"code\":\"OVERLOADED\"");
        }
        for (int i = 0; i < 100; i++) {
            send("GET /heal");
        }
        assertThat(rest(send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")))
                .startsWith("HTTP/1.1 200 ");
    }
}
