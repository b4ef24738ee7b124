package dev.hotlane.processor.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.host.HostNames;
import dev.hotlane.protocol.json.JsonLine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers /healthz, /readyz, /metrics and /v1/status. Each request is read and answered on its own daemon thread
 * {@code http}: a client that does not end its request, or reads no answer, delays no other. Answers are made one after
 * the other. At most 64 connections, 5 s for a request, 10 s for its answer.
 */
public final class StatusServer implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 64;
    private static final int BACKLOG_MAX = 16;
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    static {
        // The JDK's server reads these properties at its first use; it has no other way to set them.
        preset("sun.net.httpserver.maxReqTime", "5");
        preset("sun.net.httpserver.maxRspTime", "10");
        preset("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS_MAX));
    }

    private final HttpServer server;
    private final HostNames hosts;
    private final ExecutorService executor;

    /** Listens there. Callers must name that host, a loopback name, the connection's address or one of {@code more}. */
    public StatusServer(String host, int port, List<String> more) {
        hosts = HostNames.of(host, more);
        try {
            server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG_MAX);
        } catch (IOException e) {
            throw new HaltReason(
                    ExitCode.SURROUNDINGS,
                    "can't listen on " + host + ":" + port + " for metrics and health: " + e.getMessage()
                            + ". Does another process use the port?",
                    e);
        }
        executor = new ThreadPoolExecutor(0, CONNECTIONS_MAX, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
    }

    private static void preset(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** The answer of a path: a status and a body. */
    record Answer(int status, String type, String body) {
        static Answer json(int status, String body) {
            return new Answer(status, JSON, body);
        }

        static Answer refusal(int status, String title) {
            return json(
                    status,
                    new JsonLine()
                            .begin()
                            .put("title", title)
                            .put("status", status)
                            .end());
        }

        static Answer metrics(String body) {
            return new Answer(200, TEXT, body);
        }
    }

    void answer(String path, Supplier<Answer> answer) {
        answerQuery(path, query -> answer.get());
    }

    /** @param answer gets the query as it was sent, null for none */
    void answerQuery(String path, Function<String, Answer> answer) {
        server.createContext(path, exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals(path);
            boolean get = exchange.getRequestMethod().equals("GET");
            Answer refusal = refusal(exchange);
            if (refusal != null) {
                send(exchange, refusal);
            } else if (!known) {
                send(exchange, Answer.refusal(404, "no such page"));
            } else if (!get) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, Answer.refusal(405, "only GET"));
            } else {
                send(exchange, inTurn(answer, exchange.getRequestURI().getRawQuery()));
            }
        });
    }

    /** Rejects a foreign host name: a web page whose name points here (DNS rebinding) must not read this. */
    private Answer refusal(HttpExchange exchange) {
        List<String> named = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (named.size() != 1) {
            return Answer.refusal(400, "expected one Host header, found " + named.size());
        }
        String host = named.get(0);
        String local = exchange.getLocalAddress().getAddress().getHostAddress();
        return hosts.allow(host) || HostNames.isAddress(host, local)
                ? null
                : Answer.refusal(421, "Host is no name of this processor: name it in --processor-http-hosts");
    }

    private synchronized Answer inTurn(Function<String, Answer> answer, String query) {
        return answer.apply(query);
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    public void start() {
        server.start();
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
