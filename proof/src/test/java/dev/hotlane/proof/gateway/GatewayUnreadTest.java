package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Clients that take none of their answers, until the gateway closes their connections; by each transport that works here. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayUnreadTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String CONTRACT = "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final int REQUESTS = 1_000;
    private static final int UNSENT_MAX = 1 << 20;
    private static final Duration REQUEST_MAX = Duration.ofSeconds(5);

    /** Each keeps 32 KiB and one answer at most, the contract of more than 100 kB: beyond the bound together. */
    private static final int CLIENTS = 40;

    @ParameterizedTest
    @MethodSource("transports")
    void closesAClientThatTakesNothingForTooLong(SocketTransport by, Lane on) throws Exception {
        try (GatewayLane lane =
                        start(on, by, new ConnectionBounds(0, Duration.ofSeconds(1), 0, REQUEST_MAX, REQUEST_MAX));
                Pipeline client = Pipeline.send(lane.gateway.port(), CONTRACT, REQUESTS)) {
            awaitCutOff(lane);
            assertThat(answers(client)).isLessThan(REQUESTS);
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void closesThoseThatHoldMostWhenAllTogetherHoldTooMuch(SocketTransport by, Lane on) throws Exception {
        List<Pipeline> clients = new ArrayList<>();
        try (GatewayLane lane =
                start(on, by, new ConnectionBounds(UNSENT_MAX, Duration.ofMinutes(10), 0, REQUEST_MAX, REQUEST_MAX))) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(Pipeline.send(lane.gateway.port(), CONTRACT, REQUESTS));
            }
            awaitCutOff(lane);
            await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_unsent_bytes") <= UNSENT_MAX);
            assertThat(lane.meter("hotlane_gateway_connections ")).isGreaterThan(1);
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
        } finally {
            for (Pipeline client : clients) {
                client.close();
            }
        }
    }

    /**
     * Vert.x alone waits for a client that asked for the end of its connection and reads nothing: it has begun to close
     * that connection by then, and goes on only when all bytes are written.
     */
    @ParameterizedTest
    @MethodSource("transports")
    void endsWithoutWaitingForClientsThatReadNothingOrSendHalfARequest(SocketTransport by, Lane on) throws Exception {
        List<String> requests = List.of(
                CONTRACT,
                CONTRACT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
                "GET /openapi.yaml HTTP/1.1\r\nHost: loc",
                "POST /v1/counters/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 9999\r\n\r\n{");
        List<Pipeline> clients = new ArrayList<>();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(Gateway.class);
        try (GatewayLane lane = start(
                on,
                by,
                new ConnectionBounds(0, Duration.ofMinutes(10), 0, Duration.ofMinutes(10), Duration.ofMinutes(10)))) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(Pipeline.send(lane.gateway.port(), requests.get(i % requests.size()), 1));
            }
            await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_connections ") >= CLIENTS);
            await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_unsent_bytes") > 0);
            logger.addAppender(lines);
            lane.gateway.close();
            assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("closed");
            for (Pipeline client : clients) {
                assertThat(answers(client)).isLessThanOrEqualTo(1);
            }
        } finally {
            logger.detachAppender(lines);
            for (Pipeline client : clients) {
                client.close();
            }
        }
    }

    /** Containers often forbid io_uring. */
    static Stream<SocketTransport> transports() {
        return SocketTransport.working();
    }

    private static GatewayLane start(Lane on, SocketTransport by, ConnectionBounds bounds) throws Exception {
        return GatewayLane.start(
                on, usual -> usual.withBounds(bounds).withHttp(usual.http().withTransport(by)), Scripts.success());
    }

    private static void awaitCutOff(GatewayLane lane) {
        await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_connections_cut_off_total") > 0);
    }

    /** How many it gets to read before its connection ends. */
    private static int answers(Pipeline client) {
        int answers = 0;
        try {
            while (client.next(false) > 0) {
                answers++;
            }
        } catch (IOException e) {
            return answers;
        }
        return answers;
    }
}
