package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server in a JVM of its own, on a free port of the loopback address. Any thread. */
public final class HttpChild implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = Ports.free();
    private final ChildProcess process;

    /**
     * Starts it.
     *
     * @param program main class and arguments, in which PORT stands for the port
     */
    HttpChild(String name, Path directory, List<String> flags, List<String> program) {
        List<String> command = new ArrayList<>(Jvm.command());
        command.add(Jvm.WARM_UP_SOON);
        command.addAll(flags);
        // An argument must name the directory: by it a later run knows a left-over as its own.
        command.add("-XX:ErrorFile=" + directory.resolve(name + "-crash-%p.log"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        program.forEach(word -> command.add(word.replace("PORT", Integer.toString(port))));
        process = ChildProcess.start(name, directory, command);
    }

    /** Waits until that page is there. */
    void awaitReady(String path) {
        process.awaitReady(
                () -> get(path).filter(page -> page.statusCode() == 200).isPresent(), START_MAX);
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** A page; empty while nobody answers. */
    Optional<HttpResponse<String>> get(String path) {
        return send(request(path).GET());
    }

    /** Sends JSON with POST; empty if nobody answers. */
    Optional<HttpResponse<String>> post(String path, String key, String json) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWER_MAX);
    }

    private Optional<HttpResponse<String>> send(HttpRequest.Builder request) {
        try {
            return Optional.of(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.stop(STOP_MAX);
        }
    }
}
