package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.Reach;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of web pages of other sites, and names that are not this gateway's: refused, and none is in the log. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayCrossSiteTest {
    private static final String SHOP = "https://shop.example";
    private static final String LINE = "{\"id\":\"x-1\",\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":1}]}\n";
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":1}]}";

    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        Reach reach = new Reach(List.of("gateway.example"), List.of(SHOP));
        lane = GatewayLane.startReached(on, reach, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type: text/plain\r\n",
                "Content-Type: text/plain;charset=UTF-8\r\n",
                "Content-Type: application/x-www-form-urlencoded\r\n",
                "Content-Type: multipart/form-data; boundary=x\r\n",
                "Content-Type: text/plain; application/x-ndjson\r\n",
                "Content-Type: application/json\r\n",
                "Content-Type: application/x-ndjson; charset=latin1\r\n"
            })
    void aBatchNeedsItsMediaType(String type) throws Exception {
        RawHttp.Response refused = refused(post("/v1/batch", LINE, type), 415, "UNSUPPORTED_MEDIA_TYPE");
        assertThat(refused.body()).contains("Send JSON lines, with Content-Type: application/x-ndjson.");
    }

    @Test
    void aBodyNeedsItsMediaTypeEvenIfTheCallNeedsNoKey() throws Exception {
        String keys = "{\"keys\":[\"a\"]}";
        for (String type : List.of("", "Content-Type: text/plain\r\n", "Content-Type: application/x-ndjson\r\n")) {
            refused(post("/v1/counters/query", keys, type), 415, "UNSUPPORTED_MEDIA_TYPE");
            refused(post("/v1/transactions", OPS, type + "Idempotency-Key: x\r\n"), 415, "UNSUPPORTED_MEDIA_TYPE");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://elsewhere.example",
                "http://shop.example",
                "https://shop.example:444",
                "https://shop.example.evil.example",
                "null",
                "",
                "http://localhost:3000",
                "http://127.0.0.1",
                "file://"
            })
    void pagesOfOtherOriginsAreRefusedWhateverTheySend(String origin) throws Exception {
        String header = "Origin: " + origin + "\r\n";
        for (String request : List.of(
                post("/v1/batch", LINE, header + "Content-Type: application/x-ndjson\r\n"),
                post("/v1/transactions", OPS, header + "Content-Type: application/json\r\nIdempotency-Key: x\r\n"),
                "DELETE /v1/counters/a HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: x\r\n" + header + "\r\n",
                "GET /v1/counters/a HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n",
                "OPTIONS /v1/batch HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: POST\r\n" + header
                        + "\r\n",
                "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n")) {
            RawHttp.Response refused = refused(request, 403, "FORBIDDEN");
            assertThat(refused.headers()).doesNotContainKey("access-control-allow-origin");
        }
    }

    @Test
    void anOriginIsRefusedBeforeTheBodyIsSent() throws Exception {
        refused(
                "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nContent-Length: 1000000\r\n\r\n",
                403,
                "FORBIDDEN");
    }

    @Test
    void twoOriginsAreRefusedEvenIfOneIsAllowed() throws Exception {
        for (String allowed : List.of("http://localhost", SHOP)) {
            refused(
                    "GET /v1/counters/a HTTP/1.1\r\nHost: localhost\r\nOrigin: " + allowed
                            + "\r\nOrigin: https://elsewhere.example\r\n\r\n",
                    403,
                    "FORBIDDEN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void aPageThatSendsNoOriginDoesNotReachTheLane(String site) throws Exception {
        String header = "Sec-Fetch-Site: " + site + "\r\n\r\n";
        for (String path : List.of("/v1/counters/a", "/v1/reservations", "/v1/commands/a", "/v1/counters")) {
            refused("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header, 403, "FORBIDDEN");
        }
        assertThat(exchange("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n" + header)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theAddressBarAndOwnPagesMayCall() throws Exception {
        String port = Integer.toString(lane.gateway.port());
        for (String headers : List.of(
                "Host: localhost\r\nSec-Fetch-Site: none\r\n",
                "Host: localhost\r\nSec-Fetch-Site: same-origin\r\n",
                "Host: 127.0.0.1:" + port + "\r\nOrigin: http://127.0.0.1:" + port + "\r\n",
                "Host: gateway.example\r\nOrigin: https://gateway.example\r\n")) {
            assertThat(exchange("GET /v1/counters/a HTTP/1.1\r\n" + headers + "\r\n")
                            .status())
                    .as(headers)
                    .isEqualTo(200);
        }
    }

    @Test
    void aPageOfAnAllowedOriginMayWriteAndReadTheAnswer() throws Exception {
        String headers = "Origin: " + SHOP + "\r\nSec-Fetch-Site: cross-site\r\n";
        RawHttp.Response preflight = exchange("OPTIONS /v1/counters/a HTTP/1.1\r\nHost: localhost\r\n" + headers
                + "Access-Control-Request-Method: PUT\r\n"
                + "Access-Control-Request-Headers: content-type,idempotency-key\r\n\r\n");
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.headers())
                .containsEntry("access-control-allow-origin", SHOP)
                .containsEntry("access-control-allow-methods", "GET, HEAD, PUT, DELETE")
                .containsEntry(
                        "access-control-allow-headers",
                        "Content-Type, Idempotency-Key, If-Match, If-None-Match, Hotlane-Min-Offset, Last-Event-ID, traceparent")
                .containsEntry("access-control-max-age", "7200")
                .containsEntry("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");

        RawHttp.Response done = exchange(post(
                "/v1/transactions", OPS, headers + "Content-Type: application/json\r\nIdempotency-Key: shop-1\r\n"));
        assertThat(done.status()).isEqualTo(200);
        RawHttp.Response problem = exchange(post("/v1/transactions", OPS, headers));
        assertThat(problem.status()).isEqualTo(415);
        for (RawHttp.Response response : List.of(done, problem)) {
            assertThat(response.headers())
                    .containsEntry("access-control-allow-origin", SHOP)
                    .containsEntry("vary", "origin")
                    .containsEntry(
                            "access-control-expose-headers",
                            "ETag, Location, Retry-After, Idempotency-Replayed, Allow, Hotlane-Offset, Hotlane-Stale-Ms,"
                                    + " Hotlane-Source, Hotlane-Card-Offset");
        }
        RawHttp.Response nowhere = exchange("OPTIONS /nowhere HTTP/1.1\r\nHost: localhost\r\n" + headers
                + "Access-Control-Request-Method: PUT\r\n\r\n");
        assertThat(nowhere.status()).isEqualTo(404);
    }

    @Test
    void optionsOfNoPageIsNoCall() throws Exception {
        RawHttp.Response told = exchange("OPTIONS /v1/batch HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(told.status()).isEqualTo(405);
        assertThat(told.headers()).containsEntry("allow", "POST").doesNotContainKey("access-control-allow-origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"elsewhere.example", "elsewhere.example:80", "localhost.elsewhere.example", "10.1.2.3", "0.0.0.0"
            })
    void anotherHostIsMisdirected(String host) throws Exception {
        for (String path : List.of("/v1/counters/a", "/healthz", "/v1/status", "/nowhere")) {
            RawHttp.Response refused =
                    refused("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 421, "MISDIRECTED");
            assertThat(refused.body()).contains("--gateway-hosts", host);
        }
        String page = "Origin: http://" + host + "\r\nContent-Type: application/json\r\nIdempotency-Key: x\r\n";
        refused(post("/v1/transactions", OPS, page).replace("localhost", host), 421, "MISDIRECTED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:1",
                "127.0.0.1:8080",
                "127.1:8080",
                "[::1]:8080",
                "gateway.example",
                "Gateway.Example:443"
            })
    void itsOwnNamesAreTaken(String host) throws Exception {
        assertThat(exchange("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(exchange("GET /healthz HTTP/1.0\r\nHost: " + host + "\r\n\r\n")
                        .status())
                .isEqualTo(200);
    }

    private static RawHttp.Response refused(String request, int status, String code) throws Exception {
        long before = lane.commandsEnd();
        RawHttp.Response response = exchange(request);
        assertThat(response.status()).as(request + response).isEqualTo(status);
        assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(new JsonObject(response.body()).getString("code")).isEqualTo(code);
        assertThat(lane.commandsEnd()).as("nothing was published").isEqualTo(before);
        return response;
    }

    private static RawHttp.Response exchange(String request) throws IOException {
        try (RawHttp http = new RawHttp(lane.gateway.port())) {
            return http.exchange(bytes(request));
        }
    }

    private static String post(String path, String body, String headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n" + headers
                + "\r\n" + body;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
