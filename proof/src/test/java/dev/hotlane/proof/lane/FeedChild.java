package dev.hotlane.proof.lane;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.failpoint.Failpoints;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A process of `hotlane feed` that can be killed, frozen and started again. One thread. */
final class FeedChild implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Lane lane;
    private final Path directory;
    private final LocalPages pages = new LocalPages(Ports.free(), Duration.ofSeconds(5));
    private final Failpoints points;
    private Path classes;
    private ChildProcess process;

    FeedChild(Lane lane) throws IOException {
        this(lane, "feed");
    }

    /** One of several. */
    FeedChild(Lane lane, String name) throws IOException {
        this.lane = lane;
        directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-" + name));
        points = new Failpoints(directory);
    }

    /** From its next start on these classes come first; null for none. */
    FeedChild with(Path faulty) {
        classes = faulty;
        return this;
    }

    /** Starts it; returns at once. */
    FeedChild start() {
        process = Jvm.hotlane(
                        "feed",
                        "--lane=" + lane.name(),
                        "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                        "--feed-http-port=" + pages.port(),
                        "--feed-directory=" + directory)
                .flags(Jvm.SMALL)
                .flags(points.flag())
                .classesFirst(classes)
                .start("feed", directory);
        return this;
    }

    /** For its files. */
    Path directory() {
        return directory;
    }

    /** Traps of a process that runs. */
    Failpoints points() {
        return points;
    }

    /** Whether it publishes, by its status. */
    boolean publishes() {
        return hasRole("publishing");
    }

    private boolean hasRole(String role) {
        return pages.status()
                .filter(status -> status.contains("\"role\":\"" + role + "\""))
                .isPresent();
    }

    /** Waits until it publishes. */
    void awaitPublishing() {
        await("publishing", this::publishes);
    }

    /** Waits until it stands by. */
    void awaitStandby() {
        await("standing by", () -> hasRole("standby"));
    }

    private void await(String what, Callable<Boolean> condition) {
        try {
            Awaitility.await(what).atMost(PATIENCE).until(() -> {
                supervise();
                return condition.call();
            });
        } catch (ConditionTimeoutException e) {
            String status = pages.status().orElse("no status");
            throw new AssertionError(e.getMessage() + " The feed has " + status + ". " + process.tail(), e);
        }
    }

    /** As its unit does: starts it again if Kafka did not answer at its start. Throws if it ended otherwise. */
    private void supervise() {
        if (!process.isAlive() && process.exitCode() == ExitCode.KAFKA_UNREACHABLE.number()) {
            System.err.println("The feed is started again. " + process.tail());
            start();
        }
        process.requireAlive();
    }

    /** Waits until it has stopped itself at a trap. */
    void awaitFrozen() {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        Awaitility.await("the trap")
                .atMost(PATIENCE)
                .until(() -> Files.readString(stat).contains(") T "));
    }

    /** Waits until the lane's feed has published that record: this process, which must run, or another. */
    void awaitPublished(long offset) {
        await("upTo from " + offset, () -> upTo() >= offset);
    }

    /** The last position of the lane's feed; -1 for none. */
    long upTo() {
        try (TopicLog progress = new TopicLog(
                lane.stack().connection(), TopicSpec.progress(lane.name()).name())) {
            long[] upTo = {-1};
            progress.read(
                    progress.startOffset(),
                    progress.endOffset(),
                    record -> upTo[0] = FeedProgress.of(record.value()).upTo());
            return upTo[0];
        }
    }

    /** Whether a transaction on the position is open on the broker. */
    boolean isTransactionOpen() {
        String topic = TopicSpec.progress(lane.name()).name();
        String changes = TopicSpec.changes(lane.name()).name();
        return isOpen(topic) || isOpen(changes);
    }

    private boolean isOpen(String topic) {
        try (TopicLog committed = new TopicLog(lane.stack().connection(), topic);
                TopicLog all = TopicLog.uncommitted(lane.stack().connection(), topic)) {
            return committed.endOffset() < all.endOffset();
        }
    }

    /** Goes on after {@link #awaitFrozen}. */
    void resume() {
        process.resume();
    }

    /** SIGKILL. */
    void kill9() {
        process.requireAlive();
        process.kill9();
    }

    /** Waits for its end within that time, then kills it. */
    void awaitEndOrKill(Duration patience) {
        if (!process.awaitExit(patience)) {
            process.kill9();
        }
    }

    /** Waits until it ends by itself; returns the exit code. */
    int awaitExit() {
        if (!process.awaitExit(PATIENCE)) {
            throw new AssertionError("the feed did not end: " + process.tail());
        }
        return process.exitCode();
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }
}
