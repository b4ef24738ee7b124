package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same with its threads, over real HTTP and with a real file. */
class TokensLiveTest {
    @TempDir
    private Path directory;

    private final TokenHasher hasher = new TokenHasher();

    @Test
    void rotatedKeysAreReadAndOldTokensStayKnownWhileTheServerIsAway() {
        try (TokenServer server = TokenServer.start();
                Tokens tokens = Tokens.start(settings(server.url()), TokenLab::principals)) {
            String first = server.token("svc-checkout");
            assertThat(ask(tokens, first)).isEqualTo("known svc-checkout");
            server.rotate();
            assertThat(ask(tokens, server.token("svc-report"))).isEqualTo("known svc-report");
            server.kill();
            assertThat(ask(tokens, first)).isEqualTo("known svc-checkout");
            String another = server.token("svc-report", java.time.Instant.now().plusSeconds(99));
            assertThat(ask(tokens, another)).isEqualTo("known svc-report");
            assertThat(tokens.keysStale()).isFalse();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tokens", "jwks");
    }

    @Test
    void withoutKeysTokensAreForLaterAndWrongOnesAreRefusedStill() {
        try (TokenServer server = TokenServer.start()) {
            server.kill();
            try (Tokens tokens = Tokens.start(settings(server.url()), TokenLab::principals)) {
                assertThat(ask(tokens, server.token("svc-checkout"))).isEqualTo("later");
                assertThat(ask(tokens, server.token("svc-unknown"))).isEqualTo("refused");
                assertThat(tokens.keysAgeMs()).isEqualTo(-1);
            }
        }
    }

    @Test
    void aFileOfKeysIsReadAgainWhenItChanges() throws IOException {
        Path file = directory.resolve("jwks.json");
        try (TokenServer server = TokenServer.start()) {
            Files.write(file, server.jwks());
            try (Tokens tokens = Tokens.start(settings(file.toString()), TokenLab::principals)) {
                assertThat(ask(tokens, server.token("svc-checkout"))).isEqualTo("known svc-checkout");
                server.rotate();
                Files.write(file, server.jwks());
                await().until(() -> ask(tokens, server.token("svc-checkout")).equals("known svc-checkout"));
                Files.delete(file);
                await().until(tokens::keysStale);
                assertThat(ask(tokens, server.token("svc-report"))).isEqualTo("known svc-report");
            }
        }
    }

    private String ask(Tokens tokens, String token) {
        TokenLab.Answer answer = new TokenLab.Answer();
        tokens.check(token, hasher, 1L, answer);
        try {
            return answer.words.poll(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TokenSettings settings(String jwks) {
        return new TokenSettings(TokenServer.ISSUER, TokenServer.AUDIENCE, TokenSettings.CLAIM, jwks);
    }
}
