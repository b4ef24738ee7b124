package dev.hotlane.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;

/**
 * Closes a connection whose request is not read to its end: drops what still arrives for up to 2 s, then closes. A
 * close with unread bytes resets the connection; a client that is still sending could then not read the rejection. One
 * object per connection; belongs to its event loop.
 */
final class DrainedClose {
    /** More than the largest body that is sent by mistake; beyond it the connection is closed. */
    private static final int BYTES_MAX = 16 << 20;

    /** A client that has its answer closes by itself; one that keeps sending is closed after this time. */
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

    /** Ends the connection of a request whose response was just written; called on its event loop. */
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
