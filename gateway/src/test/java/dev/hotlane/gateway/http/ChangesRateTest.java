package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AccessSettings;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a stream of changes costs its caller; this gateway has no feed. */
class ChangesRateTest {
    private final KeyFile file = new KeyFile();
    private final String reader = file.add(
            "reader", KeyFile.grant("read"), "\"rate\":{\"perSecond\":1,\"burst\":20,\"inFlight\":100,\"streams\":0}");
    private final SocketGateway gateway =
            new SocketGateway(usual -> usual.withHttp(usual.http().withAccess(new AccessSettings(file.path()))));

    @AfterEach
    void stop() {
        gateway.close();
    }

    private String open() throws IOException {
        return gateway.caller()
                .send("GET /v1/changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + reader + "\r\n\r\n")
                .response();
    }

    @Test
    void aStreamOfChangesCostsWhatAPageCosts() throws IOException {
        assertThat(open()).startsWith("HTTP/1.1 503 ");
        assertThat(open()).startsWith("HTTP/1.1 429 ");
    }
}
