package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.Code;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Gathers a body up to its limit. Rejects it at once if it is longer, too slow, or finds no room. One object per
 * request; belongs to one event loop.
 */
final class Inbound {
    private static final byte[] EMPTY = {};

    /** Its index in the list of {@link Bodies}. */
    int place;

    /** Start of the wait for its first byte; nanoTime. */
    final long startedNanos;

    private final Bodies bodies;
    private final int lengthMax;
    private final Consumer<byte[]> complete;
    private final Consumer<Code> refused;
    private Buffer body;
    private boolean own;
    private boolean over;

    private Inbound(Bodies bodies, int lengthMax, Consumer<byte[]> complete, Consumer<Code> refused) {
        this.bodies = bodies;
        this.lengthMax = lengthMax;
        this.complete = complete;
        this.refused = refused;
        startedNanos = System.nanoTime();
    }

    /**
     * Calls one of the two consumers, once; neither if the connection breaks before. A body is rejected as TOO_LARGE,
     * OVERLOADED or REQUEST_TIMEOUT.
     */
    static void gather(
            HttpServerRequest request,
            Bodies bodies,
            int lengthMax,
            Consumer<byte[]> complete,
            Consumer<Code> refused) {
        Inbound inbound = new Inbound(bodies, lengthMax, complete, refused);
        bodies.add(inbound);
        request.exceptionHandler(broken -> inbound.end())
                .handler(inbound::chunk)
                .endHandler(none -> inbound.complete());
    }

    /** The Content-Length of the request, or -1. */
    static long announced(HttpServerRequest http) {
        String length = http.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? -1 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether a body follows the headers. */
    static boolean follows(HttpServerRequest http) {
        return announced(http) > 0 || http.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Bytes received. */
    int length() {
        return body == null ? 0 : body.length();
    }

    /** Gives up the body with this code. */
    void refuse(Code code) {
        end();
        refused.accept(code);
    }

    private void chunk(Buffer chunk) {
        if (over) {
            return;
        }
        int length = length() + chunk.length();
        if (length > lengthMax) {
            refuse(Code.TOO_LARGE);
        } else if (!bodies.take(chunk.length())) {
            refuse(Code.OVERLOADED);
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

    private void complete() {
        if (!over) {
            Buffer whole = body;
            end();
            complete.accept(whole == null ? EMPTY : whole.getBytes());
        }
    }

    private void end() {
        if (!over) {
            over = true;
            bodies.remove(this);
            body = null;
        }
    }
}
