package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process id with the start time of its process, in a file. It identifies the process for ever: a recycled id has
 * another start time.
 */
final class PidFile {

    // The start is derived from the boot time in whole seconds, which a clock correction may move by one.
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);
    private static final Duration TERM_PATIENCE = Duration.ofSeconds(5);
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

    private final Path file;

    PidFile(Path file) {
        this.file = file;
    }

    void write(ProcessHandle process) {
        long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        try {
            Files.writeString(file, process.pid() + " " + started + "\n");
        } catch (IOException e) {
            throw new StackException("The pid file " + file + " could not be written: " + e.getMessage(), e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StackException("The pid file " + file + " could not be deleted: " + e.getMessage(), e);
        }
    }

    /** The process in this file, if it is still alive and still the same process. */
    Optional<ProcessHandle> alive() {
        String[] words = read().trim().split(" ");
        if (words.length != 2) {
            return Optional.empty();
        }
        Instant started = Instant.ofEpochMilli(Long.parseLong(words[1]));
        return ProcessHandle.of(Long.parseLong(words[0])).filter(p -> p.isAlive() && startedAt(p, started));
    }

    /**
     * Ends a leftover process of a crashed run, by SIGTERM first, and removes the file. Affects only a process whose
     * command line names the marker. Returns the id of the ended process.
     */
    Optional<Long> endLeftover(Path marker) {
        Optional<ProcessHandle> left =
                alive().filter(p -> p.info().commandLine().orElse("").contains(marker.toString()));
        left.ifPresent(PidFile::end);
        delete();
        return left.map(ProcessHandle::pid);
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        if (!gone(process, TERM_PATIENCE)) {
            process.destroyForcibly();
            if (!gone(process, KILL_PATIENCE)) {
                throw new StackException(
                        "Process " + process.pid() + ", left by a crashed run, does not end: kill -9 it by hand.");
            }
        }
    }

    private static boolean gone(ProcessHandle process, Duration patience) {
        try {
            process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while a leftover process ended.", e);
        } catch (ExecutionException e) {
            throw new StackException("Waiting for process " + process.pid() + " failed: " + e.getMessage(), e);
        }
    }

    private static boolean startedAt(ProcessHandle process, Instant started) {
        return process.info()
                .startInstant()
                .map(at -> Duration.between(at, started).abs().compareTo(START_TOLERANCE) <= 0)
                .orElse(false);
    }

    private String read() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new StackException("The pid file " + file + " could not be read: " + e.getMessage(), e);
        }
    }
}
