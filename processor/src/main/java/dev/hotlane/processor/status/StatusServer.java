package dev.hotlane.processor.status;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.host.HostNames;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.tls.ServerIdentity;
import dev.hotlane.protocol.tls.TlsPaths;
import dev.hotlane.protocol.tls.TlsReload;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers /healthz, /readyz, /metrics, /v1/status and /v1/stats, by TLS if it has a certificate. Each request is read and answered on
 * its own daemon thread {@code http}: a client that does not end its request, or reads no answer, delays no other. Answers
 * are made one after the other. At most 64 connections, 5 s for a request, 10 s for its answer.
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
    private final TlsReload<ServerIdentity> tls;
    private final StatusAccess access;
    private final HostNames hosts;
    private final ExecutorService executor;

    /** Listens there. Callers must name that host, a loopback name, the connection's address or one of {@code more}. */
    public StatusServer(String host, int port, List<String> more) {
        this(host, port, more, null, null);
    }

    /**
     * The same with TLS and access.
     *
     * @param tls files of its certificate; null: plain HTTP
     * @param principals file of those who may read figures; null: anyone
     * @throws HaltReason if the port is taken, or a file is not valid
     */
    public StatusServer(String host, int port, List<String> more, TlsPaths tls, Path principals) {
        hosts = HostNames.of(host, more);
        access = StatusAccess.of(principals);
        HttpServer made = null;
        try {
            made = listening(host, port, tls != null);
            this.tls = tls == null ? null : StatusTls.start((HttpsServer) made, tls);
        } catch (HaltReason e) {
            access.close();
            if (made != null) {
                made.stop(0);
            }
            throw e;
        }
        server = made;
        executor = new ThreadPoolExecutor(0, CONNECTIONS_MAX, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
    }

    private static HttpServer listening(String host, int port, boolean tls) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        try {
            return tls ? HttpsServer.create(address, BACKLOG_MAX) : HttpServer.create(address, BACKLOG_MAX);
        } catch (IOException e) {
            throw new HaltReason(
                    ExitCode.SURROUNDINGS,
                    "can't listen on " + host + ":" + port + " for metrics and health: " + e.getMessage()
                            + ". Does another process use the port?",
                    e);
        }
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

        /** Whether something holds: 200 if it does, else 503. */
        static Answer state(boolean good, String name) {
            return json(good ? 200 : 503, new JsonLine().begin().put(name, good).end());
        }

        static Answer metrics(String body) {
            return new Answer(200, TEXT, body);
        }
    }

    /** Registers gauges. */
    interface Gauges {
        void gauge(String name, String what, DoubleSupplier value);
    }

    /** A page of figures, for those who may read them. */
    void answer(String path, Supplier<Answer> answer) {
        register(path, exchange -> {
            Answer refusal = access.refusal(exchange.getRequestHeaders());
            return refusal == null ? answer.get() : refusal;
        });
    }

    /** A page for anyone, such as a probe. */
    void answerAll(String path, Supplier<Answer> answer) {
        register(path, exchange -> answer.get());
    }

    /** A page for anyone; {@code answer} gets the query as it was sent, null for none. */
    void answerQuery(String path, Function<String, Answer> answer) {
        register(path, exchange -> answer.apply(exchange.getRequestURI().getRawQuery()));
    }

    private void register(String path, Function<HttpExchange, Answer> answer) {
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
                send(exchange, inTurn(answer, exchange));
            }
        });
    }

    /** Rejects a foreign host name, by which a web page points here (DNS rebinding), and pages of other origins. */
    private Answer refusal(HttpExchange exchange) {
        List<String> named = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (named.size() != 1) {
            return Answer.refusal(400, "expected one Host header, found " + named.size());
        }
        String host = named.get(0);
        String local = exchange.getLocalAddress().getAddress().getHostAddress();
        if (!hosts.allow(host) && !HostNames.isAddress(host, local)) {
            return Answer.refusal(
                    421,
                    "Host is no name of this port: name it in --processor-http-hosts, --feed-http-hosts or"
                            + " --gateway-hosts, by its role");
        }
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        String own = (tls == null ? "http://" : "https://") + host;
        return origins.isEmpty() || origins.size() == 1 && origins.get(0).equalsIgnoreCase(own)
                ? null
                : Answer.refusal(403, "a web page of another origin may not call this port");
    }

    private synchronized Answer inTurn(Function<HttpExchange, Answer> answer, HttpExchange exchange) {
        return answer.apply(exchange);
    }

    private void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.type());
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            if (tls != null) {
                headers.set("Strict-Transport-Security", "max-age=31536000");
            }
            if (answer.status() == 401) {
                headers.set("WWW-Authenticate", "Bearer realm=\"hotlane\"");
            }
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    public void start() {
        server.start();
    }

    /** Registers the end of its certificate's validity, if it has one. */
    void bind(Gauges meters) {
        if (tls != null) {
            meters.gauge(
                    "hotlane.tls.expiry.timestamp.seconds",
                    "End of the validity of the certificate in use",
                    tls::expirySeconds);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        if (tls != null) {
            tls.close();
        }
        access.close();
        executor.shutdownNow();
    }
}
