package dev.hotlane.processor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Refusal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers /healthz, /readyz, /metrics and /v1/status, one request after the other, on the daemon thread http. */
final class StatusServer implements AutoCloseable {
    private static final int BACKLOG_MAX = 16;
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService executor;

    StatusServer(String host, int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG_MAX);
        } catch (IOException taken) {
            throw new Refusal(
                    ExitCode.SURROUNDINGS,
                    "can't listen on " + host + ":" + port + " for metrics and health: " + taken.getMessage()
                            + ". Does another process use the port?",
                    taken);
        }
        executor = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
    }

    /** What a path answers: a status and a body. */
    record Answer(int status, String type, String body) {
        static Answer json(int status, String body) {
            return new Answer(status, JSON, body);
        }

        static Answer metrics(String body) {
            return new Answer(200, TEXT, body);
        }
    }

    void answer(String path, Supplier<Answer> answer) {
        server.createContext(path, exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals(path);
            boolean get = exchange.getRequestMethod().equals("GET");
            if (!known) {
                send(exchange, Answer.json(404, "{\"title\":\"no such page\",\"status\":404}"));
            } else if (!get) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, Answer.json(405, "{\"title\":\"only GET\",\"status\":405}"));
            } else {
                send(exchange, answer.get());
            }
        });
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    void start() {
        server.start();
    }

    /** The port it listens on. */
    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
