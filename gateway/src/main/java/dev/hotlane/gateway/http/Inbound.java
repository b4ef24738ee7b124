package dev.hotlane.gateway.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Gathers a body up to its limit; more is given up at once. One object a request; belongs to one event loop. */
final class Inbound {
    private static final byte[] EMPTY = {};

    private final int lengthMax;
    private final Consumer<byte[]> complete;
    private final Runnable tooLarge;
    private Buffer body;
    private boolean own;
    private boolean over;

    private Inbound(int lengthMax, Consumer<byte[]> complete, Runnable tooLarge) {
        this.lengthMax = lengthMax;
        this.complete = complete;
        this.tooLarge = tooLarge;
    }

    /** Calls one of the two, once; neither if the connection breaks before. */
    static void gather(HttpServerRequest request, int lengthMax, Consumer<byte[]> complete, Runnable tooLarge) {
        Inbound inbound = new Inbound(lengthMax, complete, tooLarge);
        request.exceptionHandler(broken -> inbound.over = true)
                .handler(inbound::chunk)
                .endHandler(none -> inbound.end());
    }

    private void chunk(Buffer chunk) {
        if (over) {
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
