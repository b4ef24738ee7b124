package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AccessSettings;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One principal can't have all the batches that a gateway keeps open. Over real sockets. */
class OwnBatchesTest {
    /** A fourth of the 1,024 of a gateway with one event loop. */
    private static final int OWN = 256;

    private static final String LINE = "{\"id\":\"1\",\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}\n";

    private final KeyFile file = new KeyFile();
    private final String greedy = file.add("greedy", KeyFile.grant("add"));
    private final String other = file.add("other", KeyFile.grant("add"));
    private final SocketGateway gateway = new SocketGateway(
            usual -> usual.withHttp(usual.http().withEventLoops(1).withAccess(new AccessSettings(file.path()))));

    @AfterEach
    void stop() {
        gateway.close();
    }

    private SocketCaller open(String key) throws IOException {
        return gateway.caller()
                .send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                        + "\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(LINE.length()) + "\r\n" + LINE + "\r\n");
    }

    @Test
    void aFourthOfTheBatchesIsTheMostOfOnePrincipal() throws IOException {
        SocketCaller first = open(greedy);
        first.readTo("\"status\":200");
        for (int i = 1; i < OWN; i++) {
            open(greedy).readTo("\"status\":200");
        }
        assertThat(open(greedy).response())
                .startsWith("HTTP/1.1 503 ")
                .contains("\"code\":\"OVERLOADED\"", OWN + " batches of this principal are open");
        open(other).readTo("\"status\":200");
        first.send("0\r\n\r\n").readTo("0");
        open(greedy).readTo("\"status\":200");
    }
}
