package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that end or prolong what others began, while all other places in flight are taken; over real sockets. */
class KeptPlacesTest {
    private static final int PLACES = 20;
    private static final int KEPT = 4;
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";
    private static final String OVERLOADED = "\"code\":\"OVERLOADED\",\"outcome\":\"not_executed\"";

    private final SocketGateway gateway =
            new SocketGateway(usual -> usual.withLimits(usual.limits().withInFlightMax(PLACES)));

    @AfterEach
    void stop() {
        gateway.close();
    }

    /** Takes all places that are not kept. */
    private List<SocketCaller> takeAll() throws IOException {
        gateway.silence();
        List<SocketCaller> taking = new ArrayList<>();
        for (int i = 0; i < PLACES - KEPT; i++) {
            taking.add(gateway.post("/v1/transactions", OPS));
        }
        await().atMost(SocketCaller.SOON).until(() -> gateway.waiting() == PLACES - KEPT);
        return taking;
    }

    @Test
    void refusesOthersWhileOnlyTheKeptPlacesAreLeft() throws IOException {
        takeAll();
        SocketCaller other = gateway.post("/v1/transactions", OPS);
        await().atMost(SocketCaller.SOON).until(() -> other.readable() || gateway.waiting() > PLACES - KEPT);
        assertThat(gateway.waiting()).isEqualTo(PLACES - KEPT);
        assertThat(other.response()).startsWith("HTTP/1.1 503 ").contains(OVERLOADED);
        assertThat(gateway.post("/v1/counters/query", "{\"keys\":[\"a\"]}").response())
                .startsWith("HTTP/1.1 503 ");
    }

    @Test
    void keepsTheLastFifthForConfirmCancelExtendAndAbandon() throws IOException {
        List<SocketCaller> taking = takeAll();
        List<SocketCaller> payers = List.of(
                gateway.post("/v1/reservations/h/confirm", "{}"),
                gateway.post("/v1/reservations/h/cancel", "{}"),
                gateway.post("/v1/reservations/h/extend", "{\"ttlMs\":5000}"),
                gateway.post("/v1/commands/c/abandon", "{}"));
        for (SocketCaller each : payers) {
            await().atMost(SocketCaller.SOON).until(() -> gateway.waiting() == PLACES || each.readable());
        }
        assertThat(gateway.waiting()).isEqualTo(PLACES);
        assertThat(gateway.post("/v1/reservations/h/confirm", "{}").response())
                .startsWith("HTTP/1.1 503 ")
                .contains(OVERLOADED);
        gateway.answer();
        for (SocketCaller each : payers) {
            assertThat(each.response()).startsWith("HTTP/1.1 200 ");
        }
        for (SocketCaller each : taking) {
            assertThat(each.response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void keepsThemForLinesOfBatchesToo() throws IOException {
        takeAll();
        String lines = "{\"id\":\"t\"," + OPS.substring(1) + "\n"
                + "{\"id\":\"c\",\"kind\":\"confirm\",\"reservation\":\"h\"}\n";
        SocketCaller batch = gateway.post("/v1/batch", "application/x-ndjson", lines);
        batch.readTo("{\"id\":\"t\",\"status\":503,");
        await().atMost(SocketCaller.SOON).until(() -> gateway.waiting() == PLACES - KEPT + 1 || batch.readable());
        gateway.answer();
        batch.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(batch.rest()).contains("{\"id\":\"c\",\"status\":200,");
    }
}
