package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Failpoints;
import dev.hotlane.proof.faults.failpoint.Point;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where one child JVM of a lane lives, life after life, with the same port and files. While it is supervised it is
 * started again whenever it ends. Any thread.
 */
public final class ChildSlot {
    private static final Duration PAGE_MAX = Duration.ofSeconds(2);
    private static final int METRIC_TRIES_MAX = 10;
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    private final String name;
    private final Path directory;
    private final int httpPort;
    private final Supplier<List<String>> command;
    private final Failpoints failpoints;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Integer> exits = new ArrayList<>();
    private ChildProcess process;
    private boolean supervised;
    private boolean counted = true;

    /** @param command of its next life */
    ChildSlot(String name, Path directory, int httpPort, Supplier<List<String>> command) {
        this.name = name;
        this.directory = directory;
        this.httpPort = httpPort;
        this.command = command;
        failpoints = new Failpoints(directory);
    }

    /** `processor-1`. */
    public String name() {
        return name;
    }

    /** Where its files stand. */
    public Path directory() {
        return directory;
    }

    /** `http://127.0.0.1:port`. */
    public String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** Starts it, if it does not run, and returns at once; from now on it is started again when it ends. */
    public synchronized ChildSlot start() {
        supervised = true;
        startOnce();
        return this;
    }

    /** Starts it, if it does not run; when it ends it is over. */
    public synchronized ChildSlot startOnce() {
        count();
        if (process == null || !process.isAlive()) {
            process = ChildProcess.start(name, directory, command.get());
            counted = false;
        }
        return this;
    }

    /** Nobody starts it again; a running one runs on. */
    public synchronized ChildSlot leaveAlone() {
        supervised = false;
        return this;
    }

    synchronized void superviseOnce() {
        count();
        if (supervised && process != null && !process.isAlive()) {
            startOnce();
        }
    }

    private void count() {
        if (!counted && !process.isAlive()) {
            exits.add(process.exitCode());
            counted = true;
        }
    }

    /** The exit codes of all its lives that ended. */
    public synchronized List<Integer> exits() {
        if (process != null) {
            count();
        }
        return List.copyOf(exits);
    }

    /** SIGKILL; fails if it had ended by itself. */
    public synchronized void kill9() {
        process.requireAlive();
        process.kill9();
        count();
    }

    /** SIGKILL, if it runs at all. */
    public synchronized void strike() {
        if (isAlive()) {
            kill9();
        }
    }

    /** SIGSTOP, if it runs at all. */
    public synchronized void freeze() {
        if (isAlive()) {
            suspend();
        }
    }

    /** SIGTERM; gives the exit code. */
    public synchronized int stop() {
        process.stop(STOP_MAX);
        count();
        return process.exitCode();
    }

    /** SIGSTOP. */
    public synchronized void suspend() {
        process.suspend();
    }

    /** SIGCONT, if it still runs. */
    public synchronized void resume() {
        if (process != null && process.isAlive()) {
            process.resume();
        }
    }

    /** Whether it runs, or is suspended. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The operating system's id of this life. */
    public synchronized long pid() {
        return process.pid();
    }

    /** The end of its log. */
    public synchronized String tail() {
        return process == null ? name + " was never started" : process.tail();
    }

    /** Lets the process run as it should, whatever was done to it. */
    void heal() {
        clearTrap();
        resume();
        start();
    }

    /** Ends it for good, whatever state it is in. */
    synchronized void end() {
        supervised = false;
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }

    /** Its next pass of that point, or of a child that starts here, does that. */
    public void trap(Point point, Action action, int passes) {
        failpoints.set(point, action, passes);
    }

    /** As {@link #trap}, at the command with that id only. */
    public void trapFor(String id, Point point, Action action) {
        failpoints.setFor(id, point, action);
    }

    /** The agent's flag for its JVM. */
    String failpointFlag() {
        return failpoints.flag();
    }

    /** Whether a trap is set that no child took yet. */
    public boolean trapWaits() {
        return !failpoints.taken();
    }

    /** Takes back a trap that no child took. */
    public void clearTrap() {
        failpoints.clear();
    }

    /** Whether it serves: a processor leads, a gateway hears one. */
    public boolean ready() {
        return page("/readyz").map(answer -> answer.statusCode() == 200).orElse(false);
    }

    /** What it tells of itself; empty while it can't. */
    public Optional<JsonObject> status() {
        return page("/v1/status")
                .filter(answer -> answer.statusCode() == 200)
                .map(answer -> new JsonObject(answer.body()));
    }

    /** The value of one of its metrics, asked for again if it has no time to tell; NaN if it never tells. */
    public double metric(String name) {
        for (int i = 0; i < METRIC_TRIES_MAX; i++) {
            Optional<HttpResponse<String>> page = page("/metrics");
            if (page.isPresent()) {
                return page.get()
                        .body()
                        .lines()
                        .filter(line -> line.startsWith(name + " "))
                        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                        .findFirst()
                        .orElse(Double.NaN);
            }
        }
        return Double.NaN;
    }

    /** Bytes of its heap that are in use after a full collection. */
    public long liveBytes() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process tool = new ProcessBuilder(jcmd, Long.toString(pid()), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            return new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.trim().split(" +")[2]))
                    .findFirst()
                    .orElseThrow(() -> new RowFailure(name + " does not tell of its heap"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One GET; empty if nothing came within 2 s. */
    public Optional<HttpResponse<String>> page(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(PAGE_MAX)
                .build();
        try {
            return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException notNow) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
