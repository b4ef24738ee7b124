package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One child process with its output in `name.log` and its id in `name.pid` of a directory. It ends with its parent,
 * even if that is killed, and does not receive the Ctrl-C of the parent's terminal. Safe to use from any thread.
 */
public final class ChildProcess {

    // Ctrl-C reaches the whole foreground group; the parent decides in which order its children stop.
    private static final String DEAF_TO_CTRL_C = "trap '' INT; exec \"$0\" \"$@\"";
    private static final Duration TOOL_PATIENCE = Duration.ofSeconds(60);
    private static final int TAIL_LINES = 25;
    private static final long POLL_MILLIS = 20;
    private static final long HEARD_MILLIS_MAX = 5_000;

    private final String name;
    private final Path log;
    private final long logStart;
    private final PidFile pidFile;
    private final Process process;
    private final ParentWatch watch;

    private ChildProcess(String name, Path log, long logStart, PidFile pidFile, Process process, ParentWatch watch) {
        this.name = name;
        this.log = log;
        this.logStart = logStart;
        this.pidFile = pidFile;
        this.process = process;
        this.watch = watch;
    }

    /**
     * Starts the command with the directory as its working directory; a JVM is started by {@link Jvm}. An argument of
     * the command must name the directory: a later run identifies the process by it.
     */
    public static ChildProcess start(String name, Path directory, List<String> command) {
        return start(name, directory, command, Map.of());
    }

    /** As {@link #start(String, Path, List)}, with variables of its own. */
    static ChildProcess start(String name, Path directory, List<String> command, Map<String, String> environment) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", DEAF_TO_CTRL_C));
        words.addAll(command);
        Path log = directory.resolve(name + ".log");
        try {
            long logStart = Files.exists(log) ? Files.size(log) : 0;
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            PidFile pidFile = new PidFile(directory.resolve(name + ".pid"));
            pidFile.write(process.toHandle());
            return new ChildProcess(name, log, logStart, pidFile, process, ParentWatch.over(process, directory));
        } catch (IOException e) {
            throw new StackException("The " + name + " process could not be started: " + e.getMessage(), e);
        }
    }

    /** The operating system's id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process runs (or is suspended). */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until ready; if the process ends first or the time is up, kills it and throws with its log's tail. */
    public void awaitReady(BooleanSupplier ready, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!ready.getAsBoolean()) {
            if (exited(POLL_MILLIS)) {
                release();
                throw new StackException("The " + name + " process ended with exit code " + process.exitValue()
                        + " before it was ready. " + tail());
            }
            if (System.nanoTime() > deadline) {
                kill9();
                throw new StackException(
                        "The " + name + " process was not ready after " + patience.toSeconds() + " s. " + tail());
            }
        }
    }

    /** Throws, with the end of its log, if the process has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new StackException(
                    "The " + name + " process ended by itself with exit code " + exitCode() + ". " + tail());
        }
    }

    /** SIGKILL; returns when the process has ended. */
    public void kill9() {
        process.destroyForcibly();
        exited(Long.MAX_VALUE);
        release();
    }

    /** SIGTERM, and SIGKILL if the process still runs after the patience; returns when it has ended. */
    public void stop(Duration patience) {
        process.destroy();
        if (exited(patience.toMillis())) {
            release();
        } else {
            kill9();
        }
    }

    /** Waits for the process to end by itself; returns false on timeout. */
    public boolean awaitExit(Duration patience) {
        boolean exited = exited(patience.toMillis());
        if (exited) {
            release();
        }
        return exited;
    }

    /** The exit code of a process that has ended; 128 + n when signal n ended it. */
    public int exitCode() {
        return process.exitValue();
    }

    /** SIGSTOP: the process stays, but does nothing until {@link #resume()}. Returns when all its threads are stopped. */
    public void suspend() {
        signal("STOP");
        long deadline = System.nanoTime() + TOOL_PATIENCE.toNanos();
        while (!ProcThreads.allStopped(pid())) {
            if (exited(1)) {
                requireAlive();
            }
            if (System.nanoTime() > deadline) {
                throw new StackException("The " + name + " process " + pid() + " did not stop within "
                        + TOOL_PATIENCE.toSeconds() + " s after a SIGSTOP.");
            }
        }
    }

    /** SIGCONT; no effect if it has ended meanwhile. */
    public void resume() {
        try {
            signal("CONT");
        } catch (StackException e) {
            // The process id is gone shortly before this JVM is notified of the end.
            if (!exited(HEARD_MILLIS_MAX)) {
                throw e;
            }
        }
    }

    /** The last lines that this process wrote, with the name of its log file. */
    public String tail() {
        try {
            byte[] bytes = Files.readAllBytes(log);
            int from = (int) Math.min(logStart, bytes.length);
            List<String> lines = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return "The end of " + log + ":\n  " + String.join("\n  ", last);
        } catch (IOException e) {
            return "Its log " + log + " could not be read: " + e.getMessage();
        }
    }

    private void signal(String signal) {
        // The shell's own kill: a slim image has no other.
        Finished kill = Finished.run(TOOL_PATIENCE, "sh", "-c", "kill -" + signal + " " + pid());
        if (kill.code() != 0) {
            throw new StackException(
                    "SIG" + signal + " could not be sent to the " + name + " process " + pid() + ": " + kill.printed());
        }
    }

    /** What the JDK's jcmd prints on this JVM for a command such as GC.heap_info. */
    public String jcmd(String command) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return Finished.output(TOOL_PATIENCE, jcmd, Long.toString(pid()), command);
    }

    private boolean exited(long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private StackException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StackException("Interrupted while waiting for the " + name + " process.", e);
    }

    private void release() {
        watch.end();
        pidFile.delete();
    }
}
