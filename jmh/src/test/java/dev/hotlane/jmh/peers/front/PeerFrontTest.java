package dev.hotlane.jmh.peers.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.peers.MemoryPeer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The front speaks as Hotlane's gateway does, as far as a comparison listens. */
class PeerFrontTest {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void sellsAndRefusesWithHotlanesStatuses() throws Exception {
        try (PeerFront front = PeerFront.start(0, vertx -> new MemoryPeer())) {
            assertThat(send(front, "PUT", "/v1/counters/stock:a", null, "{\"value\":3}"))
                    .isEqualTo("200 {\"value\":3}");
            assertThat(sell(front, "id-1", -2))
                    .isEqualTo("200 {\"id\":\"id-1\",\"results\":[{\"key\":\"stock:a\",\"value\":1}]}");
            assertThat(sell(front, "id-2", -2)).startsWith("409 ");
            assertThat(sell(front, "id-1", -2)).startsWith("200 ");
            assertThat(send(front, "GET", "/v1/counters/stock:a", null, "")).isEqualTo("200 {\"value\":1}");
        }
    }

    @Test
    void refusesWhatNoComparisonSends() throws Exception {
        try (PeerFront front = PeerFront.start(0, vertx -> new MemoryPeer())) {
            assertThat(sell(front, "id-1", 1)).startsWith("400 ");
            assertThat(send(front, "POST", "/v1/transactions", "id-1", "{\"ops\":"))
                    .startsWith("400 ");
            assertThat(send(front, "POST", "/v1/transactions", null, "{}")).startsWith("400 ");
            assertThat(send(front, "POST", "/elsewhere", null, "{}")).startsWith("404 ");
            assertThat(send(front, "GET", "/readyz", null, "")).startsWith("200 ");
        }
    }

    private String sell(PeerFront front, String id, long delta) throws Exception {
        String body = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":" + delta + "}]}";
        return send(front, "POST", "/v1/transactions", id, body);
    }

    private String send(PeerFront front, String method, String path, String id, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (id != null) {
            request.header("Idempotency-Key", id);
        }
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }
}
