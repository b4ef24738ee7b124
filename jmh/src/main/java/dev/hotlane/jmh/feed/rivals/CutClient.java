package dev.hotlane.jmh.feed.rivals;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.parsetools.RecordParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client of `GET /v1/changes` as a browser's EventSource is one: comes back behind the last id that it has. Its connection
 * can be cut. One event loop.
 */
final class CutClient {
    private static final long AGAIN_MS = 100;
    private static final byte[] ID = bytes("id: ");
    private static final byte[] CHANGE = bytes("event: change");
    private static final byte[] DATA = bytes("data: ");

    private final Vertx vertx;
    private final HttpClient http;
    private final DeliveryCount count;
    private byte[] lastId;
    private byte[] id;
    private byte[] data;
    private boolean isChange;
    private HttpConnection connection;
    private boolean open;
    private long turn;
    private long reopened;
    private boolean left;

    /** @param http with a connection for each client, to the server */
    CutClient(Vertx vertx, HttpClient http, DeliveryCount count) {
        this.vertx = vertx;
        this.http = http;
        this.count = count;
    }

    DeliveryCount count() {
        return count;
    }

    /** Whether the server has sent the head of its stream. */
    boolean isOpen() {
        return open;
    }

    /** How often its stream ended without a cut. */
    long reopened() {
        return reopened;
    }

    /** Opens the stream. */
    void connect() {
        if (left) {
            return;
        }
        long now = ++turn;
        id = null;
        data = null;
        isChange = false;
        http.request(HttpMethod.GET, "/v1/changes")
                .compose(request -> {
                    connection = request.connection();
                    return head(request).send();
                })
                .onSuccess(response -> opened(now, response))
                .onFailure(failure -> again(now));
    }

    private HttpClientRequest head(HttpClientRequest request) {
        request.putHeader("Accept", "text/event-stream");
        if (lastId != null) {
            request.putHeader("Last-Event-ID", new String(lastId, StandardCharsets.US_ASCII));
        }
        return request;
    }

    private void opened(long of, HttpClientResponse response) {
        if (of != turn || response.statusCode() != 200) {
            response.request().connection().close();
            again(of);
            return;
        }
        open = true;
        response.handler(RecordParser.newDelimited("\n", line -> line(of, line)));
        response.exceptionHandler(failure -> again(of));
        response.endHandler(ended -> again(of));
    }

    private void again(long of) {
        if (of == turn) {
            turn++;
            reopened += open ? 1 : 0;
            open = false;
            vertx.setTimer(AGAIN_MS, now -> connect());
        }
    }

    /** Closes its connection, with all that is on the way; comes back after that time. */
    void cut(long downMs) {
        turn++;
        open = false;
        connection.close();
        vertx.setTimer(downMs, now -> connect());
    }

    /** Does not come back any more. */
    void leave() {
        left = true;
        turn++;
        open = false;
    }

    private void line(long of, Buffer line) {
        if (of != turn) {
            return;
        }
        byte[] in = line.getBytes();
        if (in.length == 0) {
            end();
        } else if (begins(in, DATA)) {
            data = in;
        } else if (begins(in, ID)) {
            id = in;
        } else {
            isChange |= begins(in, CHANGE);
        }
    }

    private void end() {
        if (id != null) {
            lastId = Arrays.copyOfRange(id, ID.length, id.length);
        }
        if (isChange && data != null) {
            count.event(data, 0, data.length);
        }
        id = null;
        data = null;
        isChange = false;
    }

    private static boolean begins(byte[] in, byte[] part) {
        return in.length >= part.length && Arrays.equals(in, 0, part.length, part, 0, part.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
