package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Gateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends requests to a gateway, judges every answer, and records the statuses and codes. One thread. */
final class Driver {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    private final Yaml yaml;
    private final Judge judge;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Set<String>> seen = new TreeMap<>();
    private final AtomicInteger keys = new AtomicInteger();
    private Gateway gateway;

    Driver(Yaml yaml) {
        this.yaml = yaml;
        this.judge = new Judge(yaml);
    }

    /** Sends all later requests to that gateway. */
    void to(Gateway other) {
        gateway = other;
    }

    Operation operation(String id) {
        return yaml.operation(id);
    }

    /** An id that no earlier request had. */
    String freshKey() {
        return "contract-" + keys.incrementAndGet();
    }

    /** A request of that operation, with a fresh key if it needs one. */
    Asked request(String operation) {
        Asked asked = Asked.of(yaml.operation(operation));
        return asked.operation().isKeyed() ? asked.key(freshKey()) : asked;
    }

    /** Sends a request that the document allows, and requires that status. */
    Told valid(Asked asked, int status) {
        assertThat(judge.faults(asked)).as(() -> "request " + asked).isEmpty();
        return any(asked, status);
    }

    /** As {@link #valid(Asked, int)}, and requires that code of a problem. */
    Told valid(Asked asked, int status, String code) {
        Told told = valid(asked, status);
        assertThat(told.code()).as(told::toString).isEqualTo(code);
        return told;
    }

    /** Sends any request, and requires that status and that code; null for a success. */
    Told any(Asked asked, int status, String code) {
        Told told = any(asked, status);
        assertThat(told.code()).as(told::toString).isEqualTo(code);
        return told;
    }

    private Told any(Asked asked, int status) {
        Told told = send(asked.operation().method(), asked.target(), asked.headers(), asked.body());
        assertThat(judge.faults(asked.operation(), told))
                .as(() -> asked.operation().method() + " " + asked.target() + " " + asked.body() + " -> " + told)
                .isEmpty();
        assertThat(told.status()).as(() -> asked + " -> " + told).isEqualTo(status);
        String code = told.status() < 400 || !"application/problem+json".equals(told.header("content-type"))
                ? ""
                : " " + told.code();
        seen.computeIfAbsent(asked.operation().id(), id -> new TreeSet<>()).add(told.status() + code);
        return told;
    }

    /** Sends a request of no operation; the answer must fit that response of the document. */
    Told outside(String method, String target, String response) {
        Told told = send(method, target, Map.of(), null);
        assertThat(judge.faults(yaml.at("#/components/responses/" + response), told))
                .as(told::toString)
                .isEmpty();
        return told;
    }

    /** The statuses answered to that operation; those of problems with their codes. */
    Set<String> seen(Operation operation) {
        return seen.getOrDefault(operation.id(), Set.of());
    }

    private Told send(String method, String target, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + target))
                .timeout(ANSWER_MAX)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Told(response.statusCode(), response.headers().map(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + method + " " + target, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
