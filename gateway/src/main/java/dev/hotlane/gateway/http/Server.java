package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.GatewayTokens;
import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.access.TokenCheck;
import dev.hotlane.gateway.board.BoardReads;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.LocalReads;
import dev.hotlane.gateway.changes.ChangesLoop;
import dev.hotlane.gateway.http.batch.Batches;
import dev.hotlane.gateway.lane.BodyRoom;
import dev.hotlane.gateway.lane.Exchange;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.lane.Pending;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.gateway.status.RequestKind;
import dev.hotlane.gateway.watch.WatchLoop;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.security.SecureRandom;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop and its share of the HTTP server; thread {@code gateway-N}. Servers of one gateway share the port. */
public final class Server extends VerticleBase {
    private static final Logger log = LoggerFactory.getLogger(Server.class);
    /** Connections beyond connectionsMax, served for health only; one more closes the oldest of them. */
    public static final int HEALTH_PLACES = 32;

    private static final int SHARED_PORT_ID = 1;
    private static final long SWEEP_MS = 100;
    private static final long PROOF_MS = 25;
    private static final long CONNECTIONS_MS = 500;
    private static final long ACCESS_MS = 500;
    private static final long CLOCK_MS = 1_000;
    private static final int REQUEST_LINE_MAX = 4 * 1024;
    private static final int HEADERS_MAX = 16 * 1024;
    private static final int ACCEPT_BACKLOG = 4 * 1024;

    /**
     * Kernel buffer bytes per connection and direction, before the kernel doubles them. With larger ones, 10,000
     * connections that read no answers can use up the socket memory of the machine.
     */
    public static final int KERNEL_BUFFER = 16 * 1024;

    private final Parts parts;
    private final int index;
    private final AtomicInteger connections;
    private final PeerConnections peers;
    private final SecureRandom random = new SecureRandom();
    private HttpServer http;
    private volatile Exchanges exchanges;
    private volatile Bodies bodies;
    private volatile Batches batches;
    private volatile LocalReads reads;
    private volatile BoardReads boardReads;
    private volatile Connections open;
    private volatile WatchLoop watches;
    private volatile ChangesLoop changes;

    /** Server {@code index} of a gateway; {@code connections} and {@code peers} count the connections of all its servers. */
    public Server(Parts parts, int index, AtomicInteger connections, PeerConnections peers) {
        this.parts = parts;
        this.index = index;
        this.connections = connections;
        this.peers = peers;
    }

    @Override
    public Future<?> start() {
        Thread.currentThread().setName("gateway-" + index);
        GatewaySettings settings = parts.settings();
        int loops = settings.http().eventLoops();
        BodyRoom room = new BodyRoom(settings.bounds().bodiesMaxHere() / loops);
        exchanges = exchanges(room);
        bodies = new Bodies(room, settings.bounds().bodyMax());
        open = new Connections(parts, bodies);
        Responder responder = new Responder(parts.health(), parts.metrics(), open);
        BatchConnections port = new BatchConnections(responder, bodies, open);
        OpenForCallers longer = new OpenForCallers(parts.access(), System::currentTimeMillis);
        batches = new Batches(settings, exchanges, parts.health(), parts.metrics(), port, longer);
        exchanges.afterwards(batches::turn);
        EventLoop loop = ((ContextInternal) context).nettyEventLoop();
        Pipelined pipelined = new Pipelined(loop, System::nanoTime);
        int waitingMax = settings.limits().inFlightMax() / loops;
        reads = new LocalReads(parts.view().local(), exchanges, parts.health(), waitingMax, loop, System::nanoTime);
        CutReader cuts = new CutReader(exchanges, reads, () -> parts.limits().readKeysMax());
        ViewParts view = parts.view();
        boardReads = new BoardReads(view.boards(), view.local(), reads, cuts, waitingMax, loop, System::nanoTime);
        SplittableRandom retries = new SplittableRandom(random.nextLong());
        watches = view.watches()
                .loop(loop, System::nanoTime, retries, settings.bounds().takeMax());
        changes = parts.changes()
                .loop(loop, System::nanoTime, retries, settings.bounds().takeMax());
        Streams streams = new Streams(parts, responder, open, longer);
        Pages pages = new Pages(
                parts,
                responder,
                context,
                new Products(parts, responder, context, cuts),
                new BoardPage(parts, responder, boardReads),
                new StreamCalls(new WatchCalls(streams, watches, cuts), new ChangesCalls(streams, changes, loop)));
        TokenCheck tokens = GatewayTokens.of(
                parts.access(), settings.limits().peers(), task -> context.runOnContext(none -> task.run()));
        CallPort calls = new CallPort(exchanges, reads, new CallerCheck(parts.access(), tokens, responder));
        Requests requests = new Requests(parts, calls, bodies, responder, batches, pages, pipelined);
        vertx.setPeriodic(PROOF_MS, tick -> reads.prove());
        vertx.setPeriodic(SWEEP_MS, tick -> {
            batches.sweep();
            bodies.sweep();
            exchanges.sweep();
        });
        vertx.setPeriodic(CONNECTIONS_MS, tick -> open.sweep());
        vertx.setPeriodic(ACCESS_MS, tick -> {
            longer.sweep();
            parts.access().sweep();
        });
        vertx.setPeriodic(CLOCK_MS, tick -> responder.renewDate());
        http = vertx.createHttpServer(options())
                .connectionHandler(this::opened)
                .invalidRequestHandler(requests::invalid)
                .exceptionHandler(broken -> log.debug("a connection failed", broken))
                .requestHandler(requests::handle);
        return Future.succeededFuture();
    }

    /** Opens the port for clients; any thread, after start. */
    public Future<HttpServer> listen() {
        Promise<HttpServer> listening = Promise.promise();
        context.runOnContext(
                none -> http.listen(address(parts.settings().http())).onComplete(listening));
        return listening.future();
    }

    private Exchanges exchanges(BodyRoom room) {
        GatewaySettings settings = parts.settings();
        int loops = settings.http().eventLoops();
        Pending<Exchange> pending = new Pending<>(settings.limits().inFlightMax() / loops, index, loops);
        Executor loop = task -> context.runOnContext(none -> task.run());
        return new Exchanges(parts.lane(), pending, room, settings.times().replyWaitMax(), loop, System::nanoTime);
    }

    private static SocketAddress address(HttpSettings settings) {
        return settings.port() == 0
                ? SocketAddress.sharedRandomPort(SHARED_PORT_ID, settings.host())
                : SocketAddress.inetSocketAddress(settings.port(), settings.host());
    }

    private static HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions();
        options.setAcceptBacklog(ACCEPT_BACKLOG);
        options.setTcpNoDelay(true);
        options.setSendBufferSize(KERNEL_BUFFER);
        options.setReceiveBufferSize(KERNEL_BUFFER);
        options.setMaxInitialLineLength(REQUEST_LINE_MAX);
        options.setMaxHeaderSize(HEADERS_MAX);
        options.setHandle100ContinueAutomatically(true);
        options.setHttp2ClearTextEnabled(false);
        options.setCompressionSupported(false);
        options.setDecompressionSupported(false);
        // There are no WebSockets: with both off, no handler checks each request for an upgrade.
        options.setPerFrameWebSocketCompressionSupported(false);
        options.setPerMessageWebSocketCompressionSupported(false);
        options.setStrictThreadMode(true);
        return options;
    }

    private void opened(HttpConnection connection) {
        if (!peers.admit(((ConnectionBase) connection).channel())) {
            parts.metrics().peerConnectionRefused();
            return;
        }
        StrictDecoder.take(connection, REQUEST_LINE_MAX, HEADERS_MAX);
        boolean oneTooMany =
                connections.incrementAndGet() > parts.settings().limits().connectionsMax() && !open.giveWay();
        connection.closeHandler(closed -> connections.decrementAndGet());
        if (oneTooMany) {
            parts.metrics().connectionRefused();
        }
        open.opened(connection, oneTooMany);
    }

    /**
     * Closes all connections at once and drops the bytes that wait in them; any thread, after start. Vert.x does so too
     * when it ends, except for a connection that it already closes, as after {@code Connection: close}: for that one it
     * waits until the client has read all bytes.
     */
    public void closeConnections() {
        context.runOnContext(none -> open.closeAll());
    }

    /** Bytes of request bodies kept; any thread, after start. */
    public long bodyBytes() {
        return bodies.bytes();
    }

    /** Bytes of answers that wait for clients, as of the last check; any thread, after start. */
    public long unsentBytes() {
        return open.unsent();
    }

    /** Names that metrics count requests under, each with its class. */
    public static Map<String, RequestKind> routes() {
        Map<String, RequestKind> kinds = new TreeMap<>();
        Routes.ALL.forEach(route -> kinds.put(route.name(), route.kind()));
        kinds.put(Batches.LINE_ROUTE, RequestKind.BATCH_LINE);
        kinds.put(Requests.NO_ROUTE, RequestKind.UNTIMED);
        return kinds;
    }

    /** The port of the listening socket; after {@link #listen}. */
    public int port() {
        return http.actualPort();
    }

    /** The exchanges of this event loop, which receive its replies; after start. */
    public Exchanges exchanges() {
        return exchanges;
    }

    /** Number of open batches; any thread, after start. */
    public int openBatches() {
        return batches.open();
    }

    /** Ends all watches and streams of changes in the next turns of this event loop, and opens no other; any thread, after start. */
    public void endWatches() {
        context.runOnContext(none -> {
            watches.endAll();
            changes.endAll();
        });
    }

    /** Number of reads that wait for the view or a board; any thread, after start. */
    public int waitingReads() {
        return reads.waiting() + boardReads.waiting();
    }

    /** Number of requests that wait for the log; any thread, after start. */
    public int inFlight() {
        return exchanges.inFlight();
    }
}
