package dev.hotlane.gateway;

import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.http.PeerConnections;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.gateway.http.TlsFront;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.HttpSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops of a gateway, each with its share of the HTTP server. They carry out replies from their start on; no
 * client can connect before {@link #listen}. Any thread; start, listen and close wait.
 */
final class EventLoops {
    private static final Logger log = LoggerFactory.getLogger(EventLoops.class);
    private static final int CLOSE_MAX_S = 5;

    private final HttpSettings settings;
    private final Vertx vertx;
    private final List<Server> servers = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile TlsFront tls;

    /** As many as the settings say; none runs yet. */
    EventLoops(HttpSettings settings) {
        this.settings = settings;
        vertx = settings.transport()
                .vertx(new VertxOptions()
                        .setEventLoopPoolSize(settings.eventLoops())
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        // The gateway serves no files, so Vert.x makes no cache directory.
                        .setFileSystemOptions(new FileSystemOptions()
                                .setFileCachingEnabled(false)
                                .setClassPathResolvingEnabled(false)));
    }

    /** Starts them. */
    void start(Parts parts) {
        PeerConnections peers = new PeerConnections(
                parts.settings().limits().peers(), settings.tls().byProxy());
        for (int i = 0; i < settings.eventLoops(); i++) {
            Server server = new Server(parts, i, connections, peers);
            join(vertx.deployVerticle(server));
            servers.add(server);
        }
        tls = parts.tls();
        tls.start(parts.metrics());
    }

    /** Throws GatewayException if the port is taken. Opens nothing that a client could connect to. */
    void requireFreePort() {
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException e) {
            throw cannotListen(e);
        }
    }

    /** Opens the port; throws GatewayException if it is taken. */
    void listen() {
        try {
            servers.forEach(server -> join(server.listen()));
        } catch (CompletionException e) {
            throw cannotListen(e.getCause());
        }
    }

    private GatewayException cannotListen(Throwable cause) {
        return new GatewayException(
                "can't listen on " + settings.host() + ":" + settings.port() + " (" + cause.getMessage()
                        + "): choose another port or host",
                cause);
    }

    private static void join(Future<?> future) {
        future.toCompletionStage().toCompletableFuture().join();
    }

    /** Ends all watches within the next turns of their event loops. */
    void endWatches() {
        servers.forEach(Server::endWatches);
    }

    /** The port of the listening socket. */
    int port() {
        return servers.get(0).port();
    }

    /** The exchanges of each event loop. */
    List<Exchanges> exchanges() {
        return servers.stream().map(Server::exchanges).toList();
    }

    /** Requests that wait for their reply from the log. */
    int inFlight() {
        return (int) sum(Server::inFlight);
    }

    /** Reads that wait for the view. */
    int waitingReads() {
        return (int) sum(Server::waitingReads);
    }

    /** Batches whose answer is not complete. */
    int openBatches() {
        return (int) sum(Server::openBatches);
    }

    /** Number of open connections. */
    int connections() {
        return connections.get();
    }

    /** A figure of all event loops together. */
    long sum(ToLongFunction<Server> figure) {
        long sum = 0;
        for (Server server : servers) {
            sum += figure.applyAsLong(server);
        }
        return sum;
    }

    /** Closes all connections, then waits at most 5 s for the event loops to end; loops that still run are left behind. */
    void close() {
        servers.forEach(Server::closeConnections);
        if (tls != null) {
            tls.close();
        }
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(CLOSE_MAX_S, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            log.warn("the event loops did not end within {} s and are left behind", CLOSE_MAX_S);
        } catch (ExecutionException e) {
            log.warn("the event loops did not end well", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
