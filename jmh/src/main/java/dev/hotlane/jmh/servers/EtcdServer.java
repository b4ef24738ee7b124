package dev.hotlane.jmh.servers;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An etcd of one member of its own, which syncs as it does by default, where it is installed. Any thread. */
public final class EtcdServer implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(30);
    private static final Duration PAGE_MAX = Duration.ofSeconds(5);

    private final ChildProcess process;
    private final LocalPages pages;

    private EtcdServer(ChildProcess process, LocalPages pages) {
        this.process = process;
        this.pages = pages;
    }

    /** Starts it with its data under that directory; returns when it leads itself. Empty if there is no etcd. */
    public static Optional<EtcdServer> start(Path under) throws IOException {
        Optional<Path> program = Programs.find("etcd");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Path directory = Files.createDirectories(under.resolve("etcd"));
        LocalPages pages = new LocalPages(Ports.free(), PAGE_MAX);
        String peer = "http://127.0.0.1:" + Ports.free();
        ChildProcess process = ChildProcess.start(
                "etcd",
                under,
                List.of(
                        program.get().toString(),
                        "--name=rival",
                        "--data-dir=" + directory,
                        "--listen-client-urls=" + pages.url(),
                        "--advertise-client-urls=" + pages.url(),
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=rival=" + peer));
        process.awaitReady(
                () -> pages.get("/health")
                        .filter(page -> page.statusCode() == 200)
                        .isPresent(),
                READY_MAX);
        return Optional.of(new EtcdServer(process, pages));
    }

    /** Puts all values, in one transaction: at most 128, etcd's limit. */
    public void put(Map<String, Long> values) throws IOException, InterruptedException {
        String puts = values.entrySet().stream()
                .map(one -> "{\"requestPut\":{\"key\":\"" + base64(one.getKey()) + "\",\"value\":\""
                        + base64(one.getValue().toString()) + "\"}}")
                .collect(Collectors.joining(","));
        HttpRequest request = HttpRequest.newBuilder(URI.create(pages.url() + "/v3/kv/txn"))
                .timeout(READY_MAX)
                .POST(HttpRequest.BodyPublishers.ofString("{\"success\":[" + puts + "]}"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("etcd answered " + answer.statusCode() + " " + answer.body());
        }
    }

    /** As keys and values stand in etcd's JSON. */
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public int port() {
        return pages.port();
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.stop(READY_MAX);
    }
}
