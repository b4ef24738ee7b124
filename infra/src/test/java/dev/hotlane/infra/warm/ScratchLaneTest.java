package dev.hotlane.infra.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A whole lane in memory: it decides and answers as the real one, and ends in order. */
class ScratchLaneTest {
    private static final int CALLS = 500;

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> add(ScratchLane lane, String id) throws Exception {
        return http.send(request(lane, id), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(ScratchLane lane, String id) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lane.port() + "/v1/transactions"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", id)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:hot\",\"delta\":1}]}"))
                .build();
    }

    private static ScratchLane ready() {
        ScratchLane lane = ScratchLane.start();
        Awaitility.await("a leader").until(lane::ready);
        return lane;
    }

    @Test
    void answersAsARealOneDoes() throws Exception {
        try (ScratchLane lane = ready()) {
            HttpResponse<String> first = add(lane, "a");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.body()).contains("\"previous\":0,\"value\":1");
            assertThat(add(lane, "b").body()).contains("\"previous\":1,\"value\":2");
            HttpResponse<String> again = add(lane, "a");
            assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
            assertThat(again.body()).isEqualTo(first.body());
        }
    }

    @RepeatedTest(5)
    void endsWithoutAFaultInTheMiddleOfItsCalls() {
        ScratchLane lane = ready();
        for (int i = 0; i < CALLS; i++) {
            http.sendAsync(request(lane, "call-" + i), HttpResponse.BodyHandlers.discarding());
        }
        lane.close();
        assertThat(lane.fault()).isNull();
    }
}
