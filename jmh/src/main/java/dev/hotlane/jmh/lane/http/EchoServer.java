package dev.hotlane.jmh.lane.http;

import dev.hotlane.gateway.settings.SocketTransport;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;

/** A bare Vert.x server that answers every POST with its body: what HTTP alone costs here. A JVM of its own. */
public final class EchoServer {
    private EchoServer() {}

    /** Listens on that port of the loopback address, with one event loop, until it is killed. */
    public static void main(String[] args) {
        Vertx vertx = SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
        HttpServerOptions options = new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(Integer.parseInt(args[0]))
                .setTcpNoDelay(true);
        vertx.createHttpServer(options)
                .requestHandler(request -> request.body()
                        .onSuccess(body -> request.response()
                                .putHeader("content-type", "application/json")
                                .end(body)))
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
