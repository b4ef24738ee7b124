package dev.hotlane.gateway.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Gathers a body up to its limit. More is given up at once, and what still comes of it is read past: a connection closed
 * under a client that sends would cost it the answer. One object a request; belongs to one event loop.
 */
final class Inbound {
    private static final byte[] EMPTY = {};

    /** Bytes that are read past; a client that sends on and on is cut off. */
    private static final int PASSED_MAX = 8 << 20;

    private final HttpServerRequest request;
    private final int lengthMax;
    private final Consumer<byte[]> complete;
    private final Runnable tooLarge;
    private Buffer body;
    private long passed;
    private boolean own;
    private boolean over;

    private Inbound(HttpServerRequest request, int lengthMax, Consumer<byte[]> complete, Runnable tooLarge) {
        this.request = request;
        this.lengthMax = lengthMax;
        this.complete = complete;
        this.tooLarge = tooLarge;
    }

    /** Calls one of the two, once; neither if the connection breaks before. */
    static void gather(HttpServerRequest request, int lengthMax, Consumer<byte[]> complete, Runnable tooLarge) {
        new Inbound(request, lengthMax, complete, tooLarge).read();
    }

    /** Reads past the body of a request that is answered already. */
    static void pass(HttpServerRequest request) {
        Inbound inbound = new Inbound(request, 0, body -> {}, () -> {});
        inbound.over = true;
        inbound.read();
    }

    private void read() {
        request.exceptionHandler(broken -> over = true).handler(this::chunk).endHandler(none -> end());
    }

    private void chunk(Buffer chunk) {
        if (over) {
            passed += chunk.length();
            if (passed > PASSED_MAX) {
                request.connection().close();
            }
            return;
        }
        int length = (body == null ? 0 : body.length()) + chunk.length();
        if (length > lengthMax) {
            over = true;
            body = null;
            tooLarge.run();
        } else if (body == null) {
            body = chunk;
        } else {
            append(chunk, length);
        }
    }

    private void append(Buffer chunk, int length) {
        if (!own) {
            own = true;
            body = Buffer.buffer(2 * length).appendBuffer(body);
        }
        body.appendBuffer(chunk);
    }

    private void end() {
        if (!over) {
            over = true;
            complete.accept(body == null ? EMPTY : body.getBytes());
        }
    }
}
