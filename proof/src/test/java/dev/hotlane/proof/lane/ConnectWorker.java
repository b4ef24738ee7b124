package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A stock worker of Kafka Connect with one connector, by the files of docs/examples/feed: lines of the test come after those
 * of a file and replace them. A process that can be killed and started again. One thread.
 */
final class ConnectWorker implements AutoCloseable {
    private static final Path EXAMPLES = Path.of("../docs/examples/feed");
    private static final Path JARS = Path.of("connect/target/lib").toAbsolutePath();
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration PAGE_MAX = Duration.ofSeconds(30);

    private final Path directory;
    private final Path worker;
    private final Path connector;
    private final String name;
    private final LocalPages pages = new LocalPages(Ports.free(), PAGE_MAX);
    private ChildProcess process;

    /** Writes the files; starts nothing. */
    ConnectWorker(Stack stack, String name, Map<String, String> connectorLines) throws IOException {
        this.name = name;
        directory = Files.createDirectories(stack.directory().resolve("connect-" + name));
        worker = write(
                "connect-worker.properties",
                Map.of(
                        "bootstrap.servers",
                        stack.bootstrapServers(),
                        "listeners",
                        pages.url(),
                        "offset.storage.file.filename",
                        directory.resolve("offsets").toString()));
        connector = write("connect-warehouse.properties", connectorLines);
    }

    private Path write(String example, Map<String, String> lines) throws IOException {
        String own = lines.entrySet().stream()
                .map(line -> line.getKey() + "=" + line.getValue() + "\n")
                .collect(Collectors.joining());
        return Files.writeString(directory.resolve(example), Files.readString(EXAMPLES.resolve(example)) + own);
    }

    /** Starts it; returns at once. */
    void start() {
        process = Jvm.of("org.apache.kafka.connect.cli.ConnectStandalone", worker.toString(), connector.toString())
                .flags(Jvm.SMALL)
                .flags("-Xmx384m")
                .flags("-Dlog4j2.configurationFile="
                        + Path.of("../infra/kafka/log4j2-broker.xml").toAbsolutePath())
                .classPath(JARS + File.separator + "*")
                .start("connect", directory);
    }

    /** Waits until the connector's task runs. */
    void awaitRunning() {
        process.awaitReady(this::isRunning, START_MAX);
    }

    private boolean isRunning() {
        Optional<JsonObject> status = status();
        if (status.isPresent() && status.get().toString().contains("FAILED")) {
            throw new AssertionError(status.get().encodePrettily());
        }
        return status.map(found -> found.getJsonArray("tasks").toString().contains("RUNNING"))
                .orElse(false);
    }

    /** What its REST page says of the connector; empty if it does not answer. */
    Optional<JsonObject> status() {
        return pages.get("/connectors/" + name + "/status")
                .filter(page -> page.statusCode() == 200)
                .map(HttpResponse::body)
                .map(JsonObject::new);
    }

    /** Throws, with what the worker reports, if its task has failed. */
    void requireRunning() {
        process.requireAlive();
        isRunning();
    }

    /** SIGKILL. */
    void kill9() {
        process.requireAlive();
        process.kill9();
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }
}
