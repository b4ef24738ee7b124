package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
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
import java.util.List;
import java.util.Map;

/** A gateway in a JVM of its own, which can be killed during a request. Any thread. */
final class GatewayChild implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration PAGE_MAX = Duration.ofSeconds(10);

    private final Lane lane;
    private final int replyPartition;
    private final LocalPages pages = new LocalPages(Ports.free(), PAGE_MAX);
    private final LocalPages admin = new LocalPages(Ports.free(), PAGE_MAX);
    private final Path directory;
    private List<String> viewOptions = List.of();
    private ChildProcess process;

    GatewayChild(Lane lane, int replyPartition) {
        this.lane = lane;
        this.replyPartition = replyPartition;
        try {
            directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-gateway"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its directory, where its log and the files of {@link Failpoints} are. */
    Path directory() {
        return directory;
    }

    /** Processes that start here have a view; the lane needs a view topic. */
    GatewayChild withView() {
        viewOptions = List.of(
                "--view",
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + lane.stack().user(),
                "--mysql-password=" + lane.stack().password());
        return this;
    }

    /** Starts the JVM with these flags in addition, and returns at once. */
    GatewayChild start(String... flags) {
        process = Jvm.hotlane("gateway", "--lane=" + lane.name())
                .words(List.of(
                        "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                        "--gateway-reply-partition=" + replyPartition,
                        "--gateway-start-max-ms=" + START_MAX.toMillis(),
                        "--gateway-port=" + pages.port(),
                        "--gateway-admin-port=" + admin.port(),
                        "--warm-up-max-ms=0"))
                .words(viewOptions)
                .flags(Jvm.SMALL)
                .flags(flags)
                .start("gateway", directory);
        return this;
    }

    /** Port that it listens on. */
    int port() {
        return pages.port();
    }

    /** Its admin port. */
    LocalPages admin() {
        return admin;
    }

    void awaitServing() {
        process.awaitReady(pages::ready, START_MAX);
    }

    /** Sends and does not wait. */
    void post(String path, String key, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(pages.url() + path))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.discarding());
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
