package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls while the changes that wait for MySQL take more than their share of the leader's heap; over real sockets. */
class MySqlBehindTest {
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";
    private static final String OVERLOADED = "\"code\":\"OVERLOADED\",\"outcome\":\"not_executed\"";

    private final SocketGateway gateway = new SocketGateway(usual -> usual);

    @AfterEach
    void stop() {
        gateway.close();
    }

    /** Returns when the gateway goes by that BEAT. */
    private void dirty(long bytes, int status) {
        gateway.dirty(bytes);
        await().atMost(SocketCaller.SOON)
                .until(() -> gateway.post("/v1/transactions", OPS).response().startsWith("HTTP/1.1 " + status));
    }

    @Test
    void refusesWritesAboveTheShareUntilMySqlHasCaughtUp() throws IOException {
        assertThat(gateway.post("/v1/transactions", OPS).response()).startsWith("HTTP/1.1 200 ");
        dirty(SocketGateway.DIRTY_MAX + 1, 503);
        long before = gateway.records();
        assertThat(gateway.post("/v1/transactions", OPS).response())
                .startsWith("HTTP/1.1 503 ")
                .contains(OVERLOADED, "Nothing was published: MySQL is behind", "1001 of 1000 bytes")
                .containsIgnoringCase("retry-after: 1");
        assertThat(gateway.records()).isEqualTo(before);
        dirty(SocketGateway.DIRTY_MAX, 200);
    }

    @Test
    void takesWhatEndsOrProlongsAHoldMeanwhile() throws IOException {
        dirty(SocketGateway.DIRTY_MAX + 1, 503);
        List<SocketCaller> payers = List.of(
                gateway.post("/v1/reservations/h/confirm", "{}"),
                gateway.post("/v1/reservations/h/cancel", "{}"),
                gateway.post("/v1/reservations/h/extend", "{\"ttlMs\":5000}"),
                gateway.post("/v1/commands/c/abandon", "{}"));
        for (SocketCaller each : payers) {
            assertThat(each.response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void judgesEachLineOfABatch() throws IOException {
        dirty(SocketGateway.DIRTY_MAX + 1, 503);
        String lines = "{\"id\":\"t\"," + OPS.substring(1) + "\n"
                + "{\"id\":\"c\",\"kind\":\"confirm\",\"reservation\":\"h\"}\n";
        SocketCaller batch = gateway.post("/v1/batch", "application/x-ndjson", lines);
        batch.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(batch.rest()).contains("{\"id\":\"t\",\"status\":503,", "{\"id\":\"c\",\"status\":200,");
    }
}
