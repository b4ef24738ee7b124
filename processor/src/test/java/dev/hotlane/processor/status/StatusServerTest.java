package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusServerTest {
    private final StatusServer server = new StatusServer("127.0.0.1", 0, List.of("processor.example"));

    @BeforeEach
    void start() {
        server.answer("/v1/status", () -> StatusServer.Answer.json(200, "{}"));
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersToItsOwnNamesOnly() throws IOException {
        for (String host : List.of("localhost", "127.0.0.1:8081", "[::1]", "processor.example:80")) {
            assertThat(status("Host: " + host + "\r\n")).as(host).isEqualTo("HTTP/1.1 200");
        }
        for (String host : List.of("evil.example", "127.0.0.1.evil.example", "10.0.0.1")) {
            assertThat(status("Host: " + host + "\r\n")).as(host).isEqualTo("HTTP/1.1 421");
        }
    }

    @Test
    void needsExactlyOneHost() throws IOException {
        assertThat(status("")).isEqualTo("HTTP/1.1 400");
        assertThat(status("Host: localhost\r\nHost: localhost\r\n")).isEqualTo("HTTP/1.1 400");
    }

    @Test
    void pagesOfOtherOriginsAreRefused() throws IOException {
        String host = "Host: localhost:" + server.port() + "\r\n";
        String own = "Origin: http://localhost:" + server.port() + "\r\n";
        assertThat(status(host + own)).isEqualTo("HTTP/1.1 200");
        for (String origin : List.of(
                "Origin: http://evil.example\r\n",
                "Origin: null\r\n",
                "Origin:\r\n",
                "Origin: http://localhost\r\n",
                "Origin: https://localhost:" + server.port() + "\r\n",
                own + own)) {
            assertThat(status(host + origin)).as(origin).isEqualTo("HTTP/1.1 403");
        }
    }

    private String status(String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String request = "GET /v1/status HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }
}
