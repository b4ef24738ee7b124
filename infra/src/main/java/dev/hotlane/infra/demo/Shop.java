package dev.hotlane.infra.demo;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The shop's few calls around the rush: put stock up, look at it, wait for the gateway. Blocking; any thread. */
final class Shop {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    private static final int TRIES_MAX = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;

    Shop(String host, int port) {
        address = "http://" + host + ":" + port;
    }

    /** Puts that number of units up for sale. */
    void stockUp(String key, long units) {
        HttpRequest.Builder put = request("/v1/counters/" + key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "open-the-deal")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"value\":" + units + "}"));
        answer(put);
    }

    /** A counter, as the log has it now. */
    JsonObject counter(String key) {
        return new JsonObject(answer(request("/v1/counters/" + key).GET()));
    }

    /** The gateway's word on the lane. */
    JsonObject status() {
        return new JsonObject(answer(request("/v1/status").GET()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(ANSWER_MAX);
    }

    /** The body of a success; 503 and 504 are asked again, with the same key. */
    private String answer(HttpRequest.Builder request) {
        String last = "no answer";
        for (int i = 0; i < TRIES_MAX; i++) {
            try {
                HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                last = response.statusCode() + " " + response.body();
                if (response.statusCode() == 200) {
                    return response.body();
                }
                if (response.statusCode() != 503 && response.statusCode() != 504) {
                    break;
                }
                Thread.sleep(50);
            } catch (IOException refused) {
                last = refused.toString();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new IllegalStateException("the gateway at " + address + " said: " + last);
    }
}
