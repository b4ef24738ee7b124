package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process of `hotlane feed` that can be killed and started again. One thread. */
final class FeedChild implements AutoCloseable {
    private final Lane lane;
    private final Path directory;
    private ChildProcess process;

    FeedChild(Lane lane) throws IOException {
        this.lane = lane;
        directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-feed"));
    }

    /** Starts it; returns at once. */
    void start() {
        process = Jvm.hotlane(
                        "feed",
                        "--lane=" + lane.name(),
                        "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                        "--feed-http-port=0",
                        "--feed-directory=" + directory)
                .flags(Jvm.SMALL)
                .start("feed", directory);
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
