package dev.hotlane.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;

/**
 * The end of a connection whose request is not read: what still comes is thrown away for a while before it is closed. A
 * connection that is closed while bytes wait in it is reset, and a client that is still sending would never get to read
 * why it was refused. One object a connection; belongs to its event loop.
 */
final class DrainedClose {
    /** Enough for the largest body that somebody sends by mistake; more is cut off. */
    private static final int BYTES_MAX = 16 << 20;

    /** A client that has its answer goes by itself; one that goes on and on does not hold the connection. */
    private static final long WAIT_MS_MAX = 2_000;

    private final Vertx vertx;
    private final HttpConnection connection;
    private final long timer;
    private long bytes;

    private DrainedClose(Vertx vertx, HttpConnection connection) {
        this.vertx = vertx;
        this.connection = connection;
        timer = vertx.setTimer(WAIT_MS_MAX, late -> connection.close());
    }

    /** Ends the connection of a request whose response was just written, on its event loop. */
    static void to(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        if (request.isEnded()) {
            connection.close();
            return;
        }
        DrainedClose farewell = new DrainedClose(Vertx.currentContext().owner(), connection);
        request.exceptionHandler(broken -> farewell.close())
                .handler(farewell::drop)
                .endHandler(all -> farewell.close());
    }

    private void drop(Buffer chunk) {
        bytes += chunk.length();
        if (bytes > BYTES_MAX) {
            close();
        }
    }

    private void close() {
        vertx.cancelTimer(timer);
        connection.close();
    }
}
