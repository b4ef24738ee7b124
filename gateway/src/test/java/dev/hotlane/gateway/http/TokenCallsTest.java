package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.token.TokenServer;
import dev.hotlane.access.token.TokenSettings;
import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AccessSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bearer tokens at a gateway, over real sockets, with keys of a real HTTP server. */
class TokenCallsTest {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String BODY = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";

    private final TokenServer server = TokenServer.start();
    private final KeyFile file = new KeyFile();
    private final String key = file.add("clerk", KeyFile.grant("add observe"), "\"subjects\":[\"svc-clerk\"]");
    private final SocketGateway gateway = new SocketGateway(usual -> usual.withHttp(usual.http()
            .withAccess(new AccessSettings(
                    file.path(),
                    new TokenSettings(TokenServer.ISSUER, TokenServer.AUDIENCE, TokenSettings.CLAIM, server.url())))));
    private int sent;

    @AfterEach
    void stop() {
        gateway.close();
        server.close();
    }

    private String sell(SocketCaller caller, String token) throws IOException {
        return send(caller, token).response();
    }

    private SocketCaller send(SocketCaller caller, String token) throws IOException {
        return caller.send("POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k-" + sent++
                + "\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length()
                + "\r\nAuthorization: Bearer " + token + "\r\n\r\n" + BODY);
    }

    @Test
    void aTokenIsServedByItsSubjectsPrincipalAgainAndAgain() throws IOException {
        SocketCaller caller = gateway.caller();
        String token = server.token("svc-clerk");
        for (int i = 0; i < 3; i++) {
            assertThat(sell(caller, token)).startsWith("HTTP/1.1 200 ");
            assertThat(sell(gateway.caller(), token)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(sell(caller, key)).startsWith("HTTP/1.1 200 ");
        assertThat(sell(caller, token)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void wrongTokensGetTheAnswerOfWrongKeysAndPublishNothing() throws IOException {
        sell(gateway.caller(), server.token("svc-clerk"));
        TokenServer other = TokenServer.start();
        String right = server.token("svc-clerk");
        String altered = right.substring(0, right.length() - 9) + "AAAAAAAAA";
        for (String wrong : List.of(
                server.token("svc-unknown"),
                server.token("svc-clerk", Instant.now().minusSeconds(60)),
                other.token("svc-clerk"),
                altered,
                "a.b.c")) {
            assertThat(sell(gateway.caller(), wrong))
                    .as(wrong)
                    .startsWith("HTTP/1.1 401 ")
                    .contains("www-authenticate: Bearer", "\"code\":\"UNAUTHORIZED\"", "connection: close");
        }
        other.close();
        assertThat(gateway.records()).isEqualTo(1);
    }

    @Test
    void whileTheTokenServerIsAwayKnownTokensAreServedAndNewKeysAreForLater() throws IOException {
        String token = server.token("svc-clerk");
        assertThat(sell(gateway.caller(), token)).startsWith("HTTP/1.1 200 ");
        server.kill();
        assertThat(sell(gateway.caller(), token)).startsWith("HTTP/1.1 200 ");
        assertThat(sell(
                        gateway.caller(),
                        server.token("svc-clerk", Instant.now().plusSeconds(99))))
                .startsWith("HTTP/1.1 200 ");
        server.rotate();
        assertThat(sell(gateway.caller(), server.token("svc-clerk")))
                .startsWith("HTTP/1.1 503 ")
                .contains("\"code\":\"UNAVAILABLE\",\"outcome\":\"not_executed\"", "retry-after: 1");
        assertThat(sell(gateway.caller(), key)).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
    void whateverTheTokenServerSendsTheOldKeysStay(TokenServer.Mode mode) throws IOException {
        assertThat(sell(gateway.caller(), server.token("svc-clerk"))).startsWith("HTTP/1.1 200 ");
        String before = server.token("svc-clerk", Instant.now().plusSeconds(99));
        server.mode(mode);
        server.rotate();
        assertThat(sell(gateway.caller(), server.token("svc-clerk"))).startsWith("HTTP/1.1 503 ");
        assertThat(server.requests()).isEqualTo(2);
        assertThat(sell(gateway.caller(), before)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void rotatedKeysAreReadWhileTheFirstCallWaits() throws IOException {
        assertThat(sell(gateway.caller(), server.token("svc-clerk"))).startsWith("HTTP/1.1 200 ");
        server.rotate();
        assertThat(sell(gateway.caller(), server.token("svc-clerk"))).startsWith("HTTP/1.1 200 ");
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void aTokenEndsOnItsOpenConnectionAtItsExp() throws IOException {
        SocketCaller caller = gateway.caller();
        String token = server.token("svc-clerk", Instant.now().plusSeconds(2));
        assertThat(sell(caller, token)).startsWith("HTTP/1.1 200 ");
        // Within the slack it is judged again and again; its principal is gone by then, which ends it at once.
        file.remove("clerk");
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(gateway.caller(), token).startsWith("HTTP/1.1 401 "));
    }

    @Test
    void aFifthNewTokenOfOneAddressWaitsForNoPlace() throws IOException {
        // Else the first reading may find the new keys.
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> gateway.meterBy(key, "hotlane_jwks_age_seconds") >= 0
                        && gateway.meterBy(key, "hotlane_jwks_stale") == 0);
        server.rotate();
        server.mode(TokenServer.Mode.SLOW);
        for (int i = 0; i < 4; i++) {
            send(gateway.caller(), server.token("svc-clerk", Instant.now().plusSeconds(100 + i)));
        }
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> gateway.meterBy(key, "hotlane_tokens_judged") == 4);
        // The four wait until the reading of the new key ends without it.
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(
                                gateway.caller(),
                                server.token("svc-clerk", Instant.now().plusSeconds(200)))
                        .contains("too many new tokens at once"));
        assertThat(sell(gateway.caller(), key)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aKnownTokenEndsWithItsPrincipal() throws IOException {
        String token = server.token("svc-clerk");
        assertThat(sell(gateway.caller(), token)).startsWith("HTTP/1.1 200 ");
        file.remove("clerk");
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> sell(gateway.caller(), token).startsWith("HTTP/1.1 401 "));
    }
}
