package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections on which nothing is sent for a while. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewaySilenceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(
                on,
                usual -> {
                    GatewayTimes times = usual.times();
                    return usual.withTimes(new GatewayTimes(
                            Duration.ofMillis(900),
                            times.beatAgeMax(),
                            Duration.ofMillis(1_000),
                            times.startMax(),
                            times.drainMax()));
                },
                Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    private static Socket connect(String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", lane.gateway.port());
        socket.setSoTimeout((int) SOON.toMillis());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** The client reads the end of the stream, no reset and no answer to a request that it did not send. */
    @ParameterizedTest
    @ValueSource(strings = {"", HEALTHZ})
    void aSilentConnectionIsClosed(String before) throws IOException {
        try (Socket socket = connect(before)) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.split("HTTP/1.1 ", -1)).hasSize(before.isEmpty() ? 1 : 2);
            assertThat(all).doesNotContain("408");
        }
    }

    /** A request that waits for its reply almost as long gets its answer. */
    @Test
    void aRequestUnderWayIsAnsweredFirst() throws IOException {
        lane.processor.script(Scripts.silence());
        try (Socket socket = connect("GET /v1/counters/a HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).startsWith("HTTP/1.1 504 ");
        } finally {
            lane.processor.script(Scripts.success());
        }
        await().atMost(SOON).until(() -> lane.get("/v1/counters/a").statusCode() == 200);
    }
}
