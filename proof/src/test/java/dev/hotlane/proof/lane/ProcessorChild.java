package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    private final LocalPages pages = new LocalPages(Ports.free(), PAGE_MAX);
    private Path classes;
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
    }

    /** Processes that start here are nodes whose gateway reads that reply partition. */
    ProcessorChild asNode(int partition) {
        gatewayPort = Ports.free();
        replyPartition = partition;
        return this;
    }

    /** Port of its own pages. */
    int httpPort() {
        return pages.port();
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
    ProcessorChild with(Path found) {
        classes = found;
        return this;
    }

    /** Directory of its files. */
    Path directory() {
        return directory;
    }

    /** Starts a JVM and returns at once; the options come after the usual ones, and replace those of the same name. */
    public ProcessorChild start(String... options) {
        List<String> words = new ArrayList<>(List.of(
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + lane.stack().user(),
                "--mysql-password=" + lane.stack().password(),
                "--processor-http-port=" + pages.port(),
                "--processor-directory=" + directory));
        if (gatewayPort != 0) {
            words.add("--gateway-port=" + gatewayPort);
            words.add("--gateway-reply-partition=" + replyPartition);
            words.add("--gateway-producer-memory=16777216");
            words.add("--warm-up-max-ms=0");
            words.add("--gateway-leave-ms=0");
        }
        for (String option : options) {
            String name = option.substring(0, option.indexOf('=') + 1);
            words.removeIf(usual -> !name.isEmpty() && usual.startsWith(name));
            words.add(option);
        }
        process = Jvm.hotlane(gatewayPort == 0 ? "processor" : "node", "--lane=" + lane.name())
                .words(words)
                .flags(Jvm.SMALL)
                .classesFirst(classes)
                .start("processor", directory);
        return this;
    }

    /** Waits until its pages answer; from then on SIGTERM ends it in order. */
    void awaitPages() {
        process.awaitReady(() -> pages.get("/healthz").isPresent(), START_MAX);
    }

    /** Waits until it leads and answers. */
    public ProcessorChild awaitLeading() {
        process.awaitReady(this::leads, START_MAX);
        return this;
    }

    boolean leads() {
        return pages.ready();
    }

    /** Its /v1/status; empty without an answer. */
    Optional<JsonObject> status() {
        return pages.status().map(JsonObject::new);
    }

    /** As {@link #status()}; asks again until it answers, as a busy machine is late now and then. */
    JsonObject awaitStatus() {
        return Awaitility.await("a status")
                .atMost(START_MAX)
                .until(this::status, Optional::isPresent)
                .orElseThrow();
    }

    /** HTTP status of one of the processor's own pages. */
    int page(String path) {
        return pages.get(path).orElseThrow().statusCode();
    }

    /** One of its metrics, by its name in Prometheus' format. */
    double metric(String name) {
        return pages.metric(name).orElseThrow();
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
        return awaitStatus().getJsonObject("state").getLong("offset");
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
