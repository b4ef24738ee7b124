package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import io.vertx.core.json.JsonObject;
import java.io.File;
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
import java.util.Optional;
import org.awaitility.Awaitility;

/** One slot for a processor or a node of a lane: a JVM can be started there, killed, and started again. Any thread. */
public final class ProcessorChild implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration PAGE_MAX = Duration.ofSeconds(10);

    private final Lane lane;
    private final Path directory;
    private final int httpPort;
    private final HttpClient http = HttpClient.newHttpClient();
    private String classPath = System.getProperty("java.class.path");
    private int gatewayPort;
    private int replyPartition;
    private ChildProcess process;

    /** A slot without a process. */
    public ProcessorChild(Lane lane, String name) {
        this.lane = lane;
        try {
            directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        httpPort = Ports.free();
    }

    /** Processes that start here are nodes whose gateway reads that reply partition. */
    ProcessorChild asNode(int partition) {
        gatewayPort = Ports.free();
        replyPartition = partition;
        return this;
    }

    /** Port of a node's gateway. */
    int gatewayPort() {
        return gatewayPort;
    }

    /** Processes that start here use that clock. */
    ProcessorChild by(ShiftedClock clock) {
        return with(clock.classes());
    }

    /** Processes that start here find these classes first. */
    ProcessorChild with(Path classes) {
        classPath = classes + File.pathSeparator + System.getProperty("java.class.path");
        return this;
    }

    /** Directory of its files. */
    Path directory() {
        return directory;
    }

    /** Starts a JVM and returns at once; the options come after the usual ones, and replace those of the same name. */
    public ProcessorChild start(String... options) {
        List<String> command = new ArrayList<>(Jvm.command());
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                classPath,
                "dev.hotlane.infra.cli.Hotlane",
                gatewayPort == 0 ? "processor" : "node",
                "--lane=" + lane.name(),
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + lane.stack().user(),
                "--mysql-password=" + lane.stack().password(),
                "--processor-http-port=" + httpPort,
                "--processor-directory=" + directory));
        if (gatewayPort != 0) {
            command.add("--gateway-port=" + gatewayPort);
            command.add("--gateway-reply-partition=" + replyPartition);
            command.add("--gateway-producer-memory=16777216");
        }
        for (String option : options) {
            String name = option.substring(0, option.indexOf('=') + 1);
            command.removeIf(usual -> !name.isEmpty() && usual.startsWith(name));
            command.add(option);
        }
        process = ChildProcess.start("processor", directory, command);
        return this;
    }

    /** Waits until it leads and answers. */
    public ProcessorChild awaitLeading() {
        process.awaitReady(this::leads, START_MAX);
        return this;
    }

    boolean leads() {
        return page("/readyz").map(page -> page.statusCode() == 200).orElse(false);
    }

    /** Its /v1/status; empty without an answer. */
    Optional<JsonObject> status() {
        return page("/v1/status").map(page -> new JsonObject(page.body()));
    }

    /** One of its metrics, by its name in Prometheus' format. */
    double metric(String name) {
        return page("/metrics")
                .orElseThrow()
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until it has replayed and follows another leader. */
    void awaitFollowing() {
        process.awaitReady(
                () -> status().map(status -> "following".equals(status.getString("role")))
                        .orElse(false),
                START_MAX);
    }

    /** Waits until a TICK that it made after this call took effect. */
    void awaitTicks() {
        // The first TICK may have been made before the call.
        for (int i = 0; i < 2; i++) {
            long last = lastTick();
            Awaitility.await("a TICK").atMost(START_MAX).until(() -> lastTick() > last);
        }
    }

    private long lastTick() {
        return status().orElseThrow().getJsonObject("state").getLong("offset");
    }

    private Optional<HttpResponse<String>> page(String path) {
        URI uri = URI.create("http://127.0.0.1:" + httpPort + path);
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(PAGE_MAX).build();
        try {
            return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Waits that time; fails if the process ends by itself. */
    void live(Duration time) {
        assertThat(process.awaitExit(time))
                .as(() -> "ended by itself: " + process.tail())
                .isFalse();
    }

    /** SIGKILL; fails if the process has already ended. */
    public void kill9() {
        process.requireAlive();
        process.kill9();
    }

    /** SIGTERM; returns the exit code. */
    int stop() {
        process.stop(STOP_MAX);
        return process.exitCode();
    }

    /** Waits until it ends by itself; returns the exit code. */
    int awaitExit() {
        assertThat(process.awaitExit(START_MAX))
                .as(() -> "still runs: " + process.tail())
                .isTrue();
        return process.exitCode();
    }

    ChildProcess process() {
        return process;
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }
}
