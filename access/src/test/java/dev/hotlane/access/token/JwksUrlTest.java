package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys over real HTTP, from a server that may do anything; and from a file. OWASP API 2023, row 10. */
class JwksUrlTest {
    @TempDir
    private Path directory;

    @Test
    void readsTheKeysOfAServer() throws Exception {
        try (TokenServer server = TokenServer.start()) {
            JwksUrl source = new JwksUrl(URI.create(server.url()));
            assertThat(source.read()).isEqualTo(server.jwks());
            server.rotate();
            assertThat(source.read()).isEqualTo(server.jwks());
        }
    }

    @Test
    void aSlowServerIsLeftAtTheEndOfTheTime() {
        try (TokenServer server = TokenServer.start()) {
            server.mode(TokenServer.Mode.SLOW);
            JwksUrl source = new JwksUrl(URI.create(server.url()), Duration.ofMillis(300));
            assertThatThrownBy(source::read)
                    .isInstanceOf(IOException.class)
                    .hasMessage("no whole answer within 300 ms");
        }
    }

    @Test
    void tenMegabytesAreNotKept() {
        try (TokenServer server = TokenServer.start()) {
            server.mode(TokenServer.Mode.LARGE);
            assertThatThrownBy(new JwksUrl(URI.create(server.url()))::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 262144 bytes");
        }
    }

    @Test
    void otherAnswersAndNoneAreFailuresAndARedirectIsNotFollowed() {
        try (TokenServer server = TokenServer.start()) {
            JwksUrl source = new JwksUrl(URI.create(server.url()));
            server.mode(TokenServer.Mode.FAILING);
            assertThatThrownBy(source::read).isInstanceOf(IOException.class).hasMessage("status 500");
            server.mode(TokenServer.Mode.MOVED);
            assertThatThrownBy(source::read).isInstanceOf(IOException.class).hasMessage("status 302");
            assertThat(server.requests()).isEqualTo(2);
            server.kill();
            assertThatThrownBy(source::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void onlyHttpsAndHttpOfLoopbackAreAccepted() {
        for (String right : List.of(
                "https://token.example/jwks",
                "http://localhost:8080/jwks",
                "http://127.0.0.1/a",
                "http://[::1]:80/b",
                "/etc/hotlane/jwks.json",
                "jwks.json")) {
            assertThat(JwksUrl.fault(right)).as(right).isNull();
        }
        for (String wrong : List.of(
                "http://token.example/jwks",
                "http://127.0.0.1.example/jwks",
                "ftp://localhost/jwks",
                "file:///etc/jwks.json",
                "https://",
                "https://user:secret@token.example/jwks",
                "https://token.example/jwks#a",
                "https://token example/")) {
            assertThatThrownBy(() -> new TokenSettings("i", "a", "sub", wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("jwks: ")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aFileIsReadUpToItsMost() throws IOException {
        Path file = directory.resolve("jwks.json");
        JwksFile source = new JwksFile(file);
        assertThatThrownBy(source::read).isInstanceOf(IOException.class);
        byte[] most = new byte[Jwks.BYTES_MAX];
        Files.write(file, most);
        assertThat(source.read()).isEqualTo(most);
        Files.write(file, new byte[Jwks.BYTES_MAX + 1]);
        assertThatThrownBy(source::read).hasMessage("more than 262144 bytes");
    }
}
