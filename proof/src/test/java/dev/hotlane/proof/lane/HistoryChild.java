package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process of `hotlane project --history` that can be killed and started again. One thread. */
final class HistoryChild implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final String name;
    private final Lane lane;
    private final Path directory;
    private ChildProcess process;

    HistoryChild(Lane lane, String name) throws IOException {
        this.lane = lane;
        this.name = name;
        directory = Files.createDirectories(lane.stack().directory().resolve(lane.name() + "-" + name));
    }

    /** Starts it on a table in that database; returns at once. */
    void start(Lane into) {
        process = Jvm.hotlane().words(words(lane, into)).flags(Jvm.SMALL).start(name, directory);
    }

    /** Its command line: the history of a lane into a table of that database. */
    static List<String> words(Lane lane, Lane into) {
        return List.of(
                "project",
                "--history",
                "--lane=" + lane.name(),
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + lane.stack().user(),
                "--mysql-password=" + lane.stack().password(),
                "--projection-url=" + into.jdbcUrl());
    }

    /** Waits until it follows the log. */
    void awaitOpen() {
        process.awaitReady(() -> process.tail().contains("projecting the history of lane "), PATIENCE);
    }

    /** Throws, with the end of its log, if it has ended. */
    void requireAlive() {
        process.requireAlive();
    }

    /** SIGKILL. */
    void kill9() {
        process.requireAlive();
        process.kill9();
    }

    /** SIGTERM; returns the exit code. */
    int stop() {
        process.stop(PATIENCE);
        return process.exitCode();
    }

    /** The last lines that it wrote. */
    String tail() {
        return process.tail();
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }
}
