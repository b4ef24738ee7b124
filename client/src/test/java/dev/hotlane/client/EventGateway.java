package dev.hotlane.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gateway whose answers to streams a test scripts, one for each request. */
final class EventGateway implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Answer> answers = new ArrayDeque<>();
    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();

    private record Answer(int status, String type, String body) {}

    EventGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/watch", this::answer);
        server.createContext("/v1/changes", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next stream has these events, then it ends. */
    EventGateway stream(String body) {
        answers.add(new Answer(200, "text/event-stream", body));
        return this;
    }

    /** The next request gets this problem. */
    EventGateway problem(int status, String code, String fields) {
        String type =
                "urn:hotlane:problem:" + code.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        answers.add(new Answer(
                status,
                "application/problem+json",
                "{\"type\":\"" + type + "\",\"title\":\"t\",\"status\":" + status + ",\"detail\":\"d\",\"code\":\""
                        + code + "\"" + fields + "}"));
        return this;
    }

    /** The next request's query and Last-Event-ID. */
    String asked() throws InterruptedException {
        String next = asked.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request for 30 s");
        }
        return next;
    }

    private void answer(HttpExchange http) throws IOException {
        Answer next;
        synchronized (this) {
            next = answers.poll();
        }
        asked.add(http.getRequestURI().getRawQuery() + " "
                + http.getRequestHeaders().getFirst("Last-Event-ID") + " "
                + http.getRequestHeaders().getFirst("Accept"));
        if (next == null) {
            // The stream stays open and silent.
            http.getResponseHeaders().add("Content-Type", "text/event-stream");
            http.sendResponseHeaders(200, 0);
            http.getResponseBody().flush();
            return;
        }
        http.getResponseHeaders().add("Content-Type", next.type);
        http.sendResponseHeaders(next.status, 0);
        try (OutputStream body = http.getResponseBody()) {
            body.write(next.body.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
