package dev.hotlane.jmh.reads;

import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.jmh.peers.front.PeerFront;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * GETs of counters behind the HTTP front that the gateway has, answered from where others keep them. A JVM of its own; one
 * event loop, with a gateway's sockets and options.
 */
final class CounterFront {
    private static final String COUNTERS = "/v1/counters/";
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private CounterFront() {}

    /** A GET of a counter that waits for its answer: one of the two calls, on the event loop. */
    record Get(HttpServerRequest request, String key) {
        /** Answers with the value, in the form of a local read. */
        void value(Object value) {
            request.response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
                    .end(Buffer.buffer("{\"key\":\"" + key + "\",\"value\":" + value
                            + ",\"held\":0,\"confirmed\":0,\"version\":1}"));
        }

        /** There is no value, or none can be had. */
        void failed() {
            request.response().setStatusCode(500).end();
        }
    }

    /** One event loop, with the transport of a gateway. */
    static Vertx vertx() {
        return SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
    }

    /**
     * Serves on that port of the loopback address; returns when it listens. Any other page is empty.
     *
     * @param store is called on the event loop and must not wait
     */
    static void serve(Vertx vertx, int port, Consumer<Get> store) {
        vertx.createHttpServer(PeerFront.options(port))
                .requestHandler(request -> {
                    String path = request.path();
                    if (path.startsWith(COUNTERS)) {
                        store.accept(new Get(request, path.substring(COUNTERS.length())));
                    } else {
                        request.response().end();
                    }
                })
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
