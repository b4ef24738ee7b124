package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.gateway.settings.PeerLimit;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** F63 in short: 2,000 bodies of which a byte comes from time to time. */
class SlowBodiesFloodTest {
    private static final int BODIES = 2_000;
    private static final int CALLS = 500;
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";

    private static String transaction(int length, String body) {
        return "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n" + body;
    }

    @Test
    void anHonestCallerGetsAllItsAnswers() throws IOException {
        Duration max = Duration.ofSeconds(2);
        List<SocketCaller> slow = new ArrayList<>();
        try (SocketGateway gateway =
                        new SocketGateway(usual -> usual.withBounds(ConnectionBounds.USUAL.withRequestTimes(max, max))
                                .withLimits(usual.limits().withPeers(PeerLimit.NONE)));
                SocketCaller honest = new SocketCaller("127.0.0.2", gateway.port())) {
            for (int i = 0; i < BODIES; i++) {
                slow.add(new SocketCaller(gateway.port()).send(transaction(60_000, "{")));
            }
            for (int i = 0; i < CALLS; i++) {
                assertThat(honest.send(transaction(OPS.length(), OPS)).response())
                        .startsWith("HTTP/1.1 200 ");
                sendAByte(slow.get(i * (BODIES / CALLS)));
            }
            for (SocketCaller each : slow) {
                assertThat(each.response())
                        .startsWith("HTTP/1.1 408 ")
                        .contains("\"code\":\"REQUEST_TIMEOUT\",\"outcome\":\"not_executed\"");
            }
            assertThat(honest.send(transaction(OPS.length(), OPS)).response()).startsWith("HTTP/1.1 200 ");
            assertThat(gateway.records()).isEqualTo(CALLS + 1);
            assertThat(gateway.meter("hotlane_gateway_bodies_late_total")).isEqualTo(BODIES);
        } finally {
            for (SocketCaller each : slow) {
                each.close();
            }
        }
    }

    private static void sendAByte(SocketCaller caller) throws IOException {
        try {
            caller.send(" ");
        } catch (SocketException e) {
            // It was refused and closed by now; its answer can be read all the same.
            assertThat(caller.readable()).isTrue();
        }
    }
}
