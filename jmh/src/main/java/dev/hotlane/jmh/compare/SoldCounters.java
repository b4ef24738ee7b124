package dev.hotlane.jmh.compare;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Puts up units and asks what is left, over HTTP, the same for all. Any thread. */
final class SoldCounters {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_MAX)
            .build();
    private final int port;

    SoldCounters(int port) {
        this.port = port;
    }

    void put(String key, long units) throws IOException, InterruptedException {
        send(request(key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "put-" + key)
                .PUT(HttpRequest.BodyPublishers.ofString("{\"value\":" + units + "}")));
    }

    long left(String key) throws IOException, InterruptedException {
        return new JsonObject(send(request(key))).getLong("value");
    }

    private HttpRequest.Builder request(String key) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/counters/" + key))
                .timeout(ANSWER_MAX);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " was answered with " + answer.statusCode() + " " + answer.body()
                    + ", expected 200");
        }
        return answer.body();
    }
}
