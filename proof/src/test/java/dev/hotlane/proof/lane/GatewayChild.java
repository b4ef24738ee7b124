package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.proof.faults.failpoint.Failpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A gateway in a JVM of its own, which can be killed during a request. Any thread. */
final class GatewayChild implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private final Lane lane;
    private final int replyPartition;
    private final int port;
    private final Path directory;
    private final HttpClient http = HttpClient.newHttpClient();
    private ChildProcess process;

    GatewayChild(Lane lane, int replyPartition) {
        this.lane = lane;
        this.replyPartition = replyPartition;
        try {
            directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-gateway"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = Ports.free();
    }

    /** Its directory, where its log and the files of {@link Failpoints} are. */
    Path directory() {
        return directory;
    }

    /** Starts the JVM with these flags in addition, and returns at once. */
    GatewayChild start(String... flags) {
        List<String> command = new ArrayList<>(Jvm.command());
        command.addAll(List.of(flags));
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.hotlane.infra.cli.Hotlane",
                "gateway",
                "--lane=" + lane.name(),
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                "--gateway-reply-partition=" + replyPartition,
                "--gateway-start-max-ms=" + START_MAX.toMillis(),
                "--gateway-port=" + port));
        process = ChildProcess.start("gateway", directory, command);
        return this;
    }

    /** Port that it listens on. */
    int port() {
        return port;
    }

    void awaitServing() {
        process.awaitReady(this::serves, START_MAX);
    }

    private boolean serves() {
        HttpRequest ready = HttpRequest.newBuilder(uri("/readyz")).build();
        try {
            return http.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Sends and does not wait. */
    void post(String path, String key, String body) {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Exit code and the end of its log, once it has ended by itself; null before. */
    Map.Entry<Integer, String> end() {
        return process.isAlive() ? null : Map.entry(process.exitCode(), process.tail());
    }

    void kill9() {
        process.requireAlive();
        process.kill9();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.kill9();
        }
    }
}
