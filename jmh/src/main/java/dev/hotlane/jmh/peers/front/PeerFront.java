package dev.hotlane.jmh.peers.front;

import dev.hotlane.gateway.settings.SocketTransport;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three calls of Hotlane's contract that a comparison makes, in front of any peer, on one event loop as Hotlane's
 * gateway has one on few cores, with the same transport. Made by {@link #start}, ended by {@link #close}; both wait.
 */
public final class PeerFront implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PeerFront.class);
    private static final int ACCEPT_BACKLOG = 4_096;
    private static final String COUNTERS = "/v1/counters/";
    private static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("idempotency-key");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private final Vertx vertx;
    private final Peer peer;
    private HttpServer server;

    private PeerFront(Vertx vertx, Peer peer) {
        this.vertx = vertx;
        this.peer = peer;
    }

    /** Makes a peer on the Vert.x of a front. */
    public interface Opening {
        /** Waits until the peer serves. */
        Peer open(Vertx vertx) throws Exception;
    }

    /** Serves on that port of 127.0.0.1, 0 for any free one, once the peer is open. */
    public static PeerFront start(int port, Opening opening) throws Exception {
        Vertx vertx = SocketTransport.best()
                .vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
        PeerFront front = new PeerFront(vertx, opening.open(vertx));
        front.server = vertx.createHttpServer(options(port))
                .requestHandler(front::take)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        return front;
    }

    /** Options of a server on this port of the loopback address, as Hotlane's gateway has them. */
    public static HttpServerOptions options(int port) {
        HttpServerOptions options = new HttpServerOptions();
        options.setHost("127.0.0.1");
        options.setPort(port);
        options.setAcceptBacklog(ACCEPT_BACKLOG);
        options.setTcpNoDelay(true);
        options.setHttp2ClearTextEnabled(false);
        options.setCompressionSupported(false);
        options.setDecompressionSupported(false);
        options.setPerFrameWebSocketCompressionSupported(false);
        options.setPerMessageWebSocketCompressionSupported(false);
        options.setStrictThreadMode(true);
        return options;
    }

    /** The port it listens on. */
    public int port() {
        return server.actualPort();
    }

    private void take(HttpServerRequest request) {
        String path = request.path();
        if (request.method() == HttpMethod.POST && path.equals("/v1/transactions")) {
            request.body().onSuccess(body -> sell(request, body));
        } else if (path.startsWith(COUNTERS) && request.method() == HttpMethod.PUT) {
            request.body().onSuccess(body -> put(request, path.substring(COUNTERS.length()), body));
        } else if (path.startsWith(COUNTERS)) {
            String key = path.substring(COUNTERS.length());
            reply(request, vertx.executeBlocking(() -> peer.left(key)));
        } else {
            end(request.response(), path.equals("/readyz") ? 200 : 404, "{}");
        }
    }

    private void sell(HttpServerRequest request, Buffer body) {
        PeerCommand command;
        try {
            command = CommandReader.read(request.getHeader(IDEMPOTENCY_KEY), body.getBytes());
        } catch (IOException e) {
            end(request.response(), 400, "{}");
            return;
        }
        peer.handle(command).onComplete(outcome -> answer(request.response(), command, outcome));
    }

    private static void answer(HttpServerResponse response, PeerCommand command, AsyncResult<PeerAnswer> outcome) {
        if (outcome.failed()) {
            log.warn("the outcome of {} is unknown", command.id(), outcome.cause());
            end(response, 504, "{\"code\":\"OUTCOME_UNKNOWN\"}");
            return;
        }
        PeerAnswer answer = outcome.result();
        switch (answer.verdict()) {
            case SOLD ->
                end(
                        response,
                        200,
                        "{\"id\":\"" + command.id() + "\",\"results\":[{\"key\":\"" + command.key() + "\",\"value\":"
                                + answer.left() + "}]}");
            case SOLD_OUT -> end(response, 409, "{\"code\":\"INSUFFICIENT\"}");
            case BUSY -> end(response, 503, "{\"code\":\"OVERLOADED\"}");
        }
    }

    private void put(HttpServerRequest request, String key, Buffer body) {
        reply(request, vertx.executeBlocking(() -> {
            long units = CommandReader.value(body.getBytes());
            peer.put(key, units);
            return units;
        }));
    }

    private static void reply(HttpServerRequest request, Future<Long> value) {
        value.onComplete(outcome -> {
            if (outcome.failed()) {
                log.warn("{} {} failed", request.method(), request.path(), outcome.cause());
            }
            end(request.response(), outcome.succeeded() ? 200 : 500, "{\"value\":" + outcome.result() + "}");
        });
    }

    private static void end(HttpServerResponse response, int status, String body) {
        response.setStatusCode(status);
        response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
        response.end(Buffer.buffer(body.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Override
    public void close() {
        // First the calls that wait, then the peer that would answer them.
        server.close().toCompletionStage().toCompletableFuture().join();
        peer.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
