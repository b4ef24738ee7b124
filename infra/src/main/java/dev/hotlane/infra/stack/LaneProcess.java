package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A processor in a JVM of its own, so that it can be killed like one. Any thread. */
public final class LaneProcess {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(20);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    private final DevStack stack;
    private final String lane;
    private final int httpPort;
    private final List<String> jvmFlags;
    private final HttpClient http = HttpClient.newHttpClient();
    private ChildProcess process;

    /** One that is not started yet, on a free port for its own pages, the same for all its lives. */
    public LaneProcess(DevStack stack, String lane, List<String> jvmFlags) {
        this.stack = stack;
        this.lane = lane;
        this.jvmFlags = jvmFlags;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            httpPort = free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback address", e);
        }
    }

    /** Starts it; returns at once. */
    public synchronized void start() {
        Path directory = stack.directory();
        List<String> command = new ArrayList<>(Jvm.command());
        command.add("-XX:+UseTransparentHugePages");
        command.addAll(jvmFlags);
        command.add("-XX:ErrorFile=" + directory.resolve("processor-crash-%p.log"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.hotlane.infra.cli.Hotlane"));
        command.addAll(List.of(
                "processor",
                "--lane=" + lane,
                "--kafka-bootstrap-servers=" + stack.bootstrapServers(),
                "--mysql-url=" + stack.jdbcUrl(),
                "--mysql-user=" + stack.user(),
                "--mysql-password=" + stack.password(),
                "--processor-http-port=" + httpPort,
                "--processor-directory=" + directory));
        process = ChildProcess.start("processor", directory, command);
    }

    /** Waits until it leads and serves; fails with its log if it ends before. */
    public synchronized void awaitReady() {
        process.awaitReady(this::isReady, START_MAX);
    }

    /** SIGKILL. */
    public synchronized void kill9() {
        process.kill9();
    }

    /** SIGTERM: it resigns, flushes and ends. */
    public synchronized void stop() {
        if (process != null && process.isAlive()) {
            process.stop(STOP_MAX);
        }
    }

    /** Fails with its log's tail if it has ended. */
    public synchronized void requireAlive() {
        if (!process.isAlive()) {
            throw new StackException(
                    "The processor ended with exit code " + process.exitCode() + ". " + process.tail());
        }
    }

    /** The child, for signals and its log. */
    public synchronized ChildProcess process() {
        return process;
    }

    /** Its word on itself as JSON, null while it has none. */
    public String status() {
        HttpResponse<String> response = get("/v1/status");
        return response == null || response.statusCode() != 200 ? null : response.body();
    }

    private boolean isReady() {
        HttpResponse<String> response = get("/readyz");
        return response != null && response.statusCode() == 200;
    }

    private HttpResponse<String> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
                .timeout(ANSWER_MAX)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException notYet) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
