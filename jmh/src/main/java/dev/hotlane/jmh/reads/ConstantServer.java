package dev.hotlane.jmh.reads;

import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.jmh.peers.front.PeerFront;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A bare Vert.x server that answers every GET with the bytes of a file, kept in memory: what HTTP alone costs. Sockets
 * and options as a gateway has them, one event loop. A JVM of its own.
 */
public final class ConstantServer {
    private static final String GZIP = ".gz";

    private ConstantServer() {}

    /** Serves the files of a directory, by name, on a port of the loopback address, until it is killed. */
    public static void main(String[] args) throws IOException {
        Map<String, ByteBuf> bodies = new HashMap<>();
        try (var files = Files.newDirectoryStream(Path.of(args[1]))) {
            for (Path file : files) {
                bodies.put("/" + file.getFileName(), Unpooled.wrappedBuffer(Files.readAllBytes(file)));
            }
        }
        Vertx vertx = SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
        CharSequence json = HttpHeaders.createOptimized("application/json");
        CharSequence gzip = HttpHeaders.createOptimized("gzip");
        vertx.createHttpServer(PeerFront.options(Integer.parseInt(args[0])))
                .requestHandler(request -> {
                    String path = request.path();
                    ByteBuf body = bodies.get(path);
                    HttpServerResponse response = request.response();
                    if (body == null) {
                        response.setStatusCode(path.equals("/readyz") ? 200 : 404)
                                .end();
                        return;
                    }
                    response.putHeader(HttpHeaders.CONTENT_TYPE, json);
                    if (path.endsWith(GZIP)) {
                        response.putHeader(HttpHeaders.CONTENT_ENCODING, gzip);
                    }
                    response.end(BufferInternal.buffer(body.duplicate()));
                })
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
