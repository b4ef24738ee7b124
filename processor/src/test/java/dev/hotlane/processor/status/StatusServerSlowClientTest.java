package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusServerSlowClientTest {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final int CLIENTS = 20;

    @Test
    void answersWhileOthersDoNotEndTheirRequests() throws Exception {
        List<Socket> unfinished = new ArrayList<>();
        try (StatusServer server = new StatusServer("127.0.0.1", 0, List.of())) {
            server.answer("/healthz", () -> StatusServer.Answer.json(200, "{}"));
            server.start();
            for (int i = 0; i < CLIENTS; i++) {
                unfinished.add(begin(server.port()));
            }
            HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/healthz"))
                    .timeout(ANSWER_MAX)
                    .build();
            HttpResponse<String> answer = HttpClient.newHttpClient().send(health, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : unfinished) {
                socket.close();
            }
        }
    }

    private static Socket begin(int port) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.getOutputStream().write("GET /heal".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
