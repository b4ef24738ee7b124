package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads of requests that RFC 9112 forbids, or lets a server refuse. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayHeadsTest {
    private static final String LINE = "{\"id\":\"x-1\",\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":1}]}\n";

    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    GET /healthz HTTP/1.1~~                                                    | Host: expected one header
                    GET /healthz HTTP/1.0~~                                                    | Host: expected one header
                    GET /healthz HTTP/1.1~Host: localhost~Host: localhost~~                    | found 2
                    GET /healthz HTTP/1.1~Host: localhost~hOST: elsewhere.example~~            | found 2
                    GET /healthz HTTP/1.1~Host: localhost~X: a~ b~~                            | begins with a space or tab
                    GET /healthz HTTP/1.1~Host:~ localhost~~                                   | begins with a space or tab
                    GET /healthz HTTP/1.1~Host: localhost~X: a~>b~~                            | begins with a space or tab
                    GET /healthz HTTP/1.1~ Host: localhost~~                                   | begins with a space or tab
                    ~GET /healthz HTTP/1.1~Host: localhost~X: a~ b~~                           | begins with a space or tab
                    GET http://elsewhere.example/healthz HTTP/1.1~Host: localhost~~            | Host: a request target
                    """)
    void aHeadThatIsNoneIsRefused(String head, String detail) throws Exception {
        RawHttp.Response refused = exchange(head.strip().replace("~", "\r\n").replace('>', '\t'));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("\"code\":\"MALFORMED\"", detail);
        assertThat(refused.headers()).containsEntry("connection", "close");
    }

    @Test
    void aFoldIsFoundWhereverTheHeadIsCut() throws Exception {
        byte[] bad = bytes("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n");
        byte[] good = bytes("POST /v1/counters/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 20\r\n\r\n \r\n\t {\"keys\":[\"a\"]}\n");
        for (int cut = 1; cut < bad.length - 1; cut++) {
            assertThat(inTwo(bad, cut).status()).as("cut at " + cut).isEqualTo(400);
        }
        for (int cut = 1; cut < good.length - 1; cut++) {
            assertThat(inTwo(good, cut).status()).as("cut at " + cut).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /healthz HTTP/1.1\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
                "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
            })
    void nothingBehindABadHeadIsRead(String bad) throws Exception {
        long before = lane.commandsEnd();
        String behind = "DELETE /v1/counters/a HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: behind\r\n\r\n";
        RawHttp.Response refused = exchange(bad + behind);
        assertThat(refused.status()).isIn(400, 501);
        assertThat(refused.headers()).containsEntry("connection", "close");
        // There is one event loop: it has already processed what came before this read.
        assertThat(lane.get("/v1/counters/b").statusCode()).isEqualTo(200);
        assertThat(lane.commandsEnd()).as("the read of b").isEqualTo(before + 1);
    }

    private static RawHttp.Response inTwo(byte[] request, int cut) throws IOException {
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            http.send(request, 0, cut);
            // There is one event loop: when it answers this, it has read the first part.
            assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
            http.send(request, cut, request.length);
            return http.receive();
        }
    }

    @Test
    void headsOneAfterTheOtherAreEachHeldToTheirOwnHost() throws Exception {
        String good = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String trailer = "POST /v1/counters/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\nf\r\n {\"keys\":[\"a\"]}\r\n0\r\nHost: elsewhere.example\r\n\r\n";
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            assertThat(http.exchange(bytes(good)).status()).isEqualTo(200);
            assertThat(http.exchange(bytes(trailer)).status()).isEqualTo(200);
            assertThat(http.exchange(bytes("\r\n" + good)).status()).isEqualTo(200);
            assertThat(http.exchange(bytes("GET /healthz HTTP/1.1\r\n\r\n")).status())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, chunked", "chunked, chunked", "gzip", "identity", "chunked;q=1", "x, chunked"})
    void noTransferCodingButChunkedIsTaken(String coding) throws Exception {
        long before = lane.commandsEnd();
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            RawHttp.Response refused = http.exchange(bytes("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: " + coding + "\r\n\r\n"
                    + Integer.toHexString(LINE.length()) + "\r\n" + LINE + "\r\n0\r\n\r\n"));
            assertThat(refused.status()).isIn(400, 501);
            assertThat(refused.headers()).containsEntry("connection", "close");
            if (coding.equals("gzip, chunked")) {
                assertThat(refused.status()).isEqualTo(501);
                assertThat(refused.body()).contains("TRANSFER_CODING_UNSUPPORTED");
            }
        }
        assertThat(lane.commandsEnd()).isEqualTo(before);
    }

    @Test
    void whatCannotBeReadAtAllIsAnsweredInHttp11() throws Exception {
        for (String head :
                List.of("GET /" + "a".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "HELLO\r\n\r\n")) {
            RawHttp.Response refused = exchange(head);
            assertThat(refused.version()).isEqualTo("HTTP/1.1");
            assertThat(refused.status()).isIn(414, 400);
            assertThat(refused.headers())
                    .containsEntry("connection", "close")
                    .containsEntry("content-type", "application/problem+json");
            assertThat(new JsonObject(refused.body()).getInteger("status")).isEqualTo(refused.status());
        }
    }

    private static RawHttp.Response exchange(String request) throws IOException {
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            return http.exchange(bytes(request));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
