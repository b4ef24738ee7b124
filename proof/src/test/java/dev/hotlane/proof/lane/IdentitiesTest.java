package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.KeyedLane.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.KeyText;
import dev.hotlane.access.token.TokenServer;
import dev.hotlane.access.token.TokenSettings;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys, tokens and certificates at a real gateway by TLS, in front of a real lane: OWASP API 2 (authentication) and 7 (no
 * token makes the gateway open a connection). Each test ends with a look into the log: nothing of a refused caller is there.
 */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdentitiesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final TestAuthority SERVERS = new TestAuthority("servers");
    private static final TestAuthority CLIENTS = new TestAuthority("clients");
    private static final String CLERK = "clerk.acme.internal";
    private static final String PORTER = "spiffe://acme/porter";

    @TempDir
    private static Path directory;

    private final KeyedLane on;
    private final TokenServer server = TokenServer.start();
    private Gateway gateway;
    private int sent;
    private int expected;

    IdentitiesTest(Lane lane) {
        on = new KeyedLane(lane);
    }

    @BeforeAll
    void serve() {
        on.principal("operator", "", grant("observe", null));
        for (String name : List.of("clerk", "porter", "leaving")) {
            on.principal(name, "acme", grant("add", null));
            on.entry(name)
                    .put("subjects", new JsonArray().add("svc-" + name))
                    .put("certificates", new JsonArray().add(name.equals("porter") ? PORTER : name + ".acme.internal"));
        }
        on.principal("keeper", "acme", grant("stock", null));
        on.serve();
        assertThat(on.call("keeper", "PUT", "/v1/counters/k%3A1", "{\"value\":1000}")
                        .statusCode())
                .isEqualTo(200);
        TlsPaths paths = SERVERS.server().in(directory);
        Path authorities = CLIENTS.write(directory.resolve("clients.pem"));
        TokenSettings tokens =
                new TokenSettings(TokenServer.ISSUER, TokenServer.AUDIENCE, TokenSettings.CLAIM, server.url());
        gateway = on.gateway(http -> http.withAccess(new AccessSettings(on.file(), tokens))
                .withTls(TlsSettings.own(paths.certificate(), paths.key()).withClientCa(authorities)));
        await().atMost(SOON).pollInterval(POLL).until(() -> sell(null, bearer(on.key("clerk"))), this::sold);
    }

    @AfterAll
    void end() {
        on.close();
        server.close();
    }

    @BeforeEach
    void countRecords() {
        expected = on.records();
    }

    @AfterEach
    void nothingElseIsInTheLog() {
        assertThat(on.records()).isEqualTo(expected);
    }

    private static String bearer(String token) {
        return "Authorization: Bearer " + token + "\r\n";
    }

    private TlsCaller caller(TestAuthority.Issued certificate) {
        return new TlsCaller(SERVERS.trustedBy(certificate), gateway.port());
    }

    /** The answer to a whole sale. */
    private String sell(TestAuthority.Issued certificate, String headers) throws IOException {
        return caller(certificate).answer(TlsCaller.sale("id-" + sent++, headers + "Connection: close\r\n"));
    }

    private boolean sold(String answer) {
        if (!answer.startsWith("HTTP/1.1 200 ")) {
            return false;
        }
        expected++;
        return true;
    }

    private void requireSold(TestAuthority.Issued certificate, String headers) throws IOException {
        String answer = sell(certificate, headers);
        assertThat(sold(answer)).as(answer).isTrue();
    }

    /** Each gets 401 before the body, which never comes; the answers are the same whatever is wrong. */
    private void requireUnknown(TestAuthority.Issued certificate, Map<String, String> headers) throws IOException {
        String first = null;
        for (Map.Entry<String, String> wrong : headers.entrySet()) {
            String answer = caller(certificate).answer(TlsCaller.saleWithoutItsBody("id-" + sent++, wrong.getValue()));
            assertThat(answer)
                    .as(wrong.getKey())
                    .startsWith("HTTP/1.1 401 ")
                    .contains("www-authenticate: Bearer realm=\"hotlane\"\r\n", "connection: close\r\n")
                    .contains("\"code\":\"UNAUTHORIZED\"");
            String undated = answer.replaceFirst("date: [^\r]*", "");
            first = first == null ? undated : first;
            assertThat(undated).as(wrong.getKey()).isEqualTo(first);
        }
    }

    @Test
    void headersThatProveNothing() throws IOException {
        String key = on.key("clerk");
        String token = server.token("svc-clerk");
        requireSold(null, bearer(key));
        requireSold(null, bearer(token));
        requireUnknown(
                null,
                Map.of(
                        "no header",
                        "",
                        "no token",
                        "Authorization: Bearer\r\n",
                        "twice",
                        bearer(key) + bearer(key),
                        "key and token",
                        bearer(key) + bearer(token),
                        "two in one",
                        bearer(token + ", Bearer " + key),
                        "another scheme",
                        "Authorization: Basic " + key + "\r\n",
                        "no scheme",
                        "Authorization: " + key + "\r\n",
                        "another key",
                        bearer(KeyText.make()),
                        "above 8 KiB",
                        bearer("x".repeat(8 * 1024 + 1))));
    }

    @Test
    void tokensThatProveNothing() throws Exception {
        requireSold(null, bearer(server.token("svc-clerk")));
        Map<String, String> forged = new ForgedTokens(server, "svc-clerk").all();
        forged.replaceAll((name, token) -> bearer(token));
        requireUnknown(null, forged);
    }

    @Test
    void certificatesThatProveAPrincipalByItsNames() throws IOException {
        requireSold(CLIENTS.client(CLERK), "");
        requireSold(CLIENTS.client(PORTER), "");
        requireSold(CLIENTS.client("unknown.acme.internal", CLERK), "");
        requireSold(CLIENTS.client(CLERK), bearer(on.key("clerk")));
        requireSold(CLIENTS.client(CLERK), bearer(server.token("svc-clerk")));
    }

    @Test
    void certificatesThatProveNothing() throws IOException {
        Map<String, String> alone = Map.of("alone", "");
        requireUnknown(CLIENTS.clientNamed(CLERK), alone);
        requireUnknown(CLIENTS.client("unknown.acme.internal"), alone);
        requireUnknown(CLIENTS.client("other." + CLERK), alone);
        requireUnknown(CLIENTS.client(CLERK, PORTER), alone);
        for (TestAuthority.Issued refused : List.of(
                new TestAuthority("another").client(CLERK),
                SERVERS.client(CLERK),
                CLIENTS.client(Instant.now().minusSeconds(60), CLERK),
                CLIENTS.server())) {
            // The right key does not help: TLS ends before it is read.
            assertThat(sell(refused, bearer(on.key("clerk")))).isEqualTo(TlsCaller.NO_HANDSHAKE);
        }
    }

    @Test
    void certificateAndHeaderOfTwoPrincipals() throws IOException {
        Map<String, String> others = Map.of(
                "key", bearer(on.key("porter")),
                "token", bearer(server.token("svc-porter")),
                "no key", bearer(KeyText.make()));
        requireUnknown(CLIENTS.client(CLERK), others);
        requireUnknown(
                CLIENTS.client("unknown.acme.internal"),
                Map.of("key", bearer(on.key("clerk")), "token", bearer(server.token("svc-clerk"))));
    }

    @Test
    void aRemovedKeySubjectOrCertificateEndsAtOnceAndTheOthersStay() throws IOException {
        String token = server.token("svc-leaving");
        TestAuthority.Issued certificate = CLIENTS.client("leaving.acme.internal");
        String second = KeyText.make();
        on.entry("leaving").getJsonArray("keys").add(entry(second));
        on.write();
        await().atMost(SOON).pollInterval(POLL).until(() -> sell(null, bearer(second)), this::sold);
        requireSold(null, bearer(on.key("leaving")));
        requireSold(null, bearer(token));
        requireSold(certificate, "");
        on.entry("leaving").put("keys", new JsonArray().add(entry(second)));
        unknownSoon(null, bearer(on.key("leaving")));
        requireSold(null, bearer(second));
        on.entry("leaving").remove("subjects");
        unknownSoon(null, bearer(token));
        requireSold(certificate, "");
        on.entry("leaving").remove("certificates");
        unknownSoon(certificate, "");
        requireSold(null, bearer(second));
        on.remove("leaving");
        unknownSoon(null, bearer(second));
    }

    private static JsonObject entry(String key) {
        return new JsonObject()
                .put("id", KeyText.entry(key, Long.MAX_VALUE).id())
                .put(
                        "sha256",
                        HexFormat.of()
                                .formatHex(KeyText.entry(key, Long.MAX_VALUE).sha256()));
    }

    private void unknownSoon(TestAuthority.Issued certificate, String headers) {
        on.write();
        await().atMost(SOON).pollInterval(POLL).until(() -> sell(certificate, headers), answer -> !sold(answer));
        await().atMost(SOON)
                .pollInterval(POLL)
                .untilAsserted(() -> requireUnknown(certificate, Map.of("gone", headers)));
    }

    @Test
    void noTokenMakesTheGatewayOpenAConnection() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket there = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread counter = new Thread(() -> count(there, connections), "counter");
            counter.start();
            ForgedTokens tokens = new ForgedTokens(server, "svc-clerk");
            URI url = URI.create("http://127.0.0.1:" + there.getLocalPort() + "/jwks");
            Map<String, String> forged = tokens.bringingTheirKey(url);
            forged.replaceAll((name, token) -> bearer(token));
            requireUnknown(null, forged);
            requireSold(null, bearer(tokens.rightWithKeysBeside(url)));
            assertThat(connections).hasValue(0);
            // The counter counts.
            new Socket(InetAddress.getLoopbackAddress(), there.getLocalPort()).close();
            await().atMost(SOON).until(() -> connections.get() == 1);
        }
    }

    private static void count(ServerSocket there, AtomicInteger connections) {
        try {
            while (true) {
                there.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException e) {
            // The test ended.
        }
    }
}
