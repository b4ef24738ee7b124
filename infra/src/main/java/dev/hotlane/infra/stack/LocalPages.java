package dev.hotlane.infra.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.net.ssl.SSLContext;

/**
 * The pages of a process on this machine: health, status, metrics.
 *
 * @param port that it listens on, at the loopback address
 * @param answerMax longest wait for a page
 * @param tls trusts its certificate; null: it has none
 */
public record LocalPages(int port, Duration answerMax, SSLContext tls) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Pages of plain HTTP. */
    public LocalPages(int port, Duration answerMax) {
        this(port, answerMax, null);
    }

    /** One GET; empty without an answer in time. Any thread; blocks. */
    public Optional<HttpResponse<String>> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(answerMax)
                .build();
        try {
            return Optional.of(client().send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private HttpClient client() {
        return tls == null ? HTTP : HttpClient.newBuilder().sslContext(tls).build();
    }

    /** `http://127.0.0.1:port`, or https. */
    public String url() {
        return (tls == null ? "http" : "https") + "://127.0.0.1:" + port;
    }

    /** Whether it stands ready itself, whatever the lane does; a node, with its gateway open. */
    public boolean selfReady() {
        return get("/readyz?of=self").filter(page -> page.statusCode() == 200).isPresent();
    }

    /** Whether it leads and replies, or, a gateway, serves. */
    public boolean ready() {
        return get("/readyz").filter(page -> page.statusCode() == 200).isPresent();
    }

    /** Its status as JSON; empty while it reports none. */
    public Optional<String> status() {
        return get("/v1/status").filter(page -> page.statusCode() == 200).map(HttpResponse::body);
    }

    /** A metric by its name in Prometheus' format; empty without an answer or without that metric. */
    public OptionalDouble metric(String name) {
        return get("/metrics").stream()
                .flatMap(page -> page.body().lines())
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst();
    }
}
