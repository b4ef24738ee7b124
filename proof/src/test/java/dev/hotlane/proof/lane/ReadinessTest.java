package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What balancers and supervisors ask: whether the lane is served here, and whether this process is there to serve it. */
@Tag("it")
@ExtendWith(RealStack.class)
class ReadinessTest {
    private static final String READY = "/readyz";
    private static final String SELF = "/readyz?of=self";
    private static final Duration PAGE_MAX = Duration.ofSeconds(30);
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private final WholeLane on;

    ReadinessTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @AfterEach
    void end() {
        on.close();
    }

    private static HttpResponse<String> get(int port, String path) {
        return new LocalPages(port, PAGE_MAX).get(path).orElseThrow();
    }

    @Test
    void aNodeThatIsAskedToEndIsNotReadyAtOnceAndServesOnForItsTime() throws Exception {
        ProcessorChild node = on.node(0).start("--gateway-leave-ms=600000").awaitLeading();
        int port = node.gatewayPort();
        Client client = on.client(node);
        WholeLane.awaitServing(client);
        assertThat(get(port, READY).statusCode()).isEqualTo(200);
        assertThat(get(port, SELF).statusCode()).isEqualTo(200);
        assertThat(node.page(SELF)).isEqualTo(200);
        assertThat(get(port, "/readyz?of=lane").statusCode()).isEqualTo(400);
        assertThat(get(port, "/readyz?of=lane").body()).contains("\"MALFORMED\"", "the query: expected of=self");
        assertThat(node.page("/readyz?of=lane")).isEqualTo(400);

        assertThat(ProcessHandle.of(node.process().pid()).orElseThrow().destroy())
                .isTrue();
        Awaitility.await().until(() -> get(port, SELF).statusCode() == 503);
        assertThat(get(port, SELF).body()).contains("this gateway is shutting down");
        assertThat(get(port, READY).statusCode()).isEqualTo(503);
        assertThat(node.page(SELF)).isEqualTo(503);
        assertThat(node.leads()).isTrue();
        for (int i = 0; i < 50; i++) {
            assertThat(client.call(Call.add("late-" + i, "stock:a", 1)).status())
                    .isEqualTo(200);
        }
        node.kill9();
    }

    /** Without a processor: what an operator asks is answered, and callers are not. */
    @Test
    void aGatewaysAdminPortAnswersInItsOwnProcess() {
        try (GatewayChild gateway = new GatewayChild(on.lane, 1).start()) {
            LocalPages admin = gateway.admin();
            Awaitility.await().atMost(START_MAX).until(admin::selfReady);
            assertThat(get(admin.port(), "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(admin.port(), READY).statusCode()).isEqualTo(503);
            assertThat(get(admin.port(), "/v1/status").body())
                    .isEqualToIgnoringWhitespace(
                            get(gateway.port(), "/v1/status").body());
            assertThat(get(admin.port(), "/v1/stats").body()).contains("\"role\":\"gateway\"");
            assertThat(get(admin.port(), "/metrics").body()).contains("hotlane_gateway_ready 0.0");
            assertThat(get(admin.port(), "/v1/counters/a").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aGatewayWhoseAdminPortIsTakenEndsWithOneSentence() throws Exception {
        GatewayChild gateway = new GatewayChild(on.lane, 1);
        try (ServerSocket taken = new ServerSocket(gateway.admin().port(), 1, InetAddress.getLoopbackAddress())) {
            gateway.start();
            Awaitility.await().atMost(START_MAX).until(() -> gateway.end() != null);
            assertThat(gateway.end().getKey()).isEqualTo(50);
            assertThat(gateway.end().getValue())
                    .contains("SURROUNDINGS: can't listen on 127.0.0.1:" + taken.getLocalPort())
                    .doesNotContain("Exception in");
        }
    }

    /** The outage of the lane does not withdraw its gateways: they are asked, and answer 503. */
    @Test
    void aGatewayIsThereWithoutAProcessorAndAStandbyWithoutLeading() {
        try (Gateway gateway = on.gateway(1)) {
            assertThat(get(gateway.port(), READY).statusCode()).isEqualTo(503);
            assertThat(get(gateway.port(), SELF).statusCode()).isEqualTo(200);
            on.processor.start("--takeover-silence-ms=3600000").awaitLeading();
            ProcessorChild standby = on.place("standby");
            standby.start("--takeover-silence-ms=3600000").awaitFollowing();
            assertThat(standby.page(READY)).isEqualTo(503);
            Awaitility.await().until(() -> standby.page(SELF) == 200);
            assertThat(on.processor.page(SELF)).isEqualTo(200);
            Awaitility.await().until(() -> get(gateway.port(), READY).statusCode() == 200);

            on.processor.kill9();
            Awaitility.await().until(() -> get(gateway.port(), READY).statusCode() == 503);
            assertThat(get(gateway.port(), SELF).statusCode()).isEqualTo(200);
            assertThat(standby.page(SELF)).isEqualTo(200);
        }
    }
}
