package dev.hotlane.proof.monitor;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real Prometheus that scrapes one port each second, with the rules that are shipped. */
public final class PrometheusServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ChildProcess process;
    private final String url;

    private PrometheusServer(ChildProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Starts it; returns once it answers. */
    public static PrometheusServer start(Path directory, int scraped) throws IOException {
        Path settings =
                Files.writeString(directory.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 5s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: hotlane
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                """.formatted(Prometheus.RULES, scraped));
        String address = "127.0.0.1:" + Ports.free();
        ChildProcess process = ChildProcess.start(
                "prometheus",
                directory,
                List.of(
                        Programs.find("prometheus").orElseThrow().toString(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=" + address));
        PrometheusServer server = new PrometheusServer(process, "http://" + address);
        process.awaitReady(server::isReady, PATIENCE);
        return server;
    }

    private boolean isReady() {
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private HttpResponse<String> get(String path) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                    .timeout(PATIENCE)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The answer of an expression now: an element for each series. */
    public JsonArray answer(String expression) throws IOException {
        HttpResponse<String> answer =
                get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        JsonObject document = new JsonObject(answer.body());
        if (answer.statusCode() != 200) {
            throw new AssertionError(expression + ": " + document.getString("error"));
        }
        return document.getJsonObject("data").getJsonArray("result");
    }

    @Override
    public void close() {
        process.kill9();
    }
}
