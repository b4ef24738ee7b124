package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.status.HotKeys;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.protocol.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Writes responses; header names and values are built once. Belongs to one event loop. */
final class Responder {
    private static final CharSequence CACHE_CONTROL = HttpHeaders.createOptimized("cache-control");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");
    private static final CharSequence OFFSET = HttpHeaders.createOptimized("hotlane-offset");
    private static final CharSequence STALE_MS = HttpHeaders.createOptimized("hotlane-stale-ms");
    private static final CharSequence SOURCE = HttpHeaders.createOptimized("hotlane-source");
    private static final CharSequence VIEW = HttpHeaders.createOptimized("view");
    private static final CharSequence LANE = HttpHeaders.createOptimized("lane");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence LINES = HttpHeaders.createOptimized(MediaType.LINES);
    private static final CharSequence EVENTS = HttpHeaders.createOptimized(MediaType.EVENTS);

    /** Read by nginx: it passes each event on at once. */
    private static final CharSequence X_ACCEL_BUFFERING = HttpHeaders.createOptimized("x-accel-buffering");

    private static final CharSequence NO = HttpHeaders.createOptimized("no");
    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");
    private static final CharSequence REPLAYED = HttpHeaders.createOptimized("idempotency-replayed");
    private static final CharSequence TRUE = HttpHeaders.createOptimized("true");
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
    private static final CharSequence CLOSE = HttpHeaders.createOptimized("close");
    private static final CharSequence WWW_AUTHENTICATE = HttpHeaders.createOptimized("www-authenticate");
    private static final CharSequence CHALLENGE = HttpHeaders.createOptimized("Bearer realm=\"hotlane\"");
    private static final CharSequence ALLOW = HttpHeaders.createOptimized("allow");

    private final LaneHealth health;
    private final Metrics metrics;
    private final Connections connections;
    private final HotKeys hot;
    private final JsonText text = new JsonText();
    private final NumberHeader offsetText = new NumberHeader();
    private final NumberHeader staleText = new NumberHeader();
    private CharSequence date;

    Responder(LaneHealth health, Metrics metrics, Connections connections) {
        this.health = health;
        this.metrics = metrics;
        this.connections = connections;
        hot = metrics.hotKeys();
        renewDate();
    }

    /** Looks at a call that goes into the log. */
    void entered(LogRequest question) {
        hot.see(question);
    }

    /** Renews the Date header; call it about once per second. */
    void renewDate() {
        date = HttpHeaders.createOptimized(
                DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    }

    /** The text for a body; one of the methods below sends it. */
    JsonText text() {
        return text;
    }

    /** Sends the text as JSON. */
    void json(HttpServerRequest request, String route, int status) {
        send(request, route, status, null, JSON);
    }

    /** Sends the text as JSON that is no problem document, and says that what was asked for is not available. */
    void notAvailable(HttpServerRequest request, String route) {
        send(request, route, Code.UNAVAILABLE.status(), Code.UNAVAILABLE, JSON);
    }

    /** Sends the text as the answer of a call, with its version as ETag and a header if it was stored before. */
    void answer(HttpServerRequest request, String route, int status, String location, long version, boolean replayed) {
        HttpServerResponse response = request.response();
        if (location != null) {
            response.putHeader(HttpHeaders.LOCATION, location);
        }
        if (version >= 0) {
            response.putHeader(HttpHeaders.ETAG, '"' + Long.toString(version) + '"');
        }
        markReplayed(response, replayed);
        send(request, route, status, null, JSON);
    }

    /** Sets the headers of an answer that may be from the view; one of the methods below sends it. */
    void local(HttpServerResponse response, long offset, long staleMs, boolean fromView) {
        response.putHeader(OFFSET, offsetText.of(offset))
                .putHeader(STALE_MS, staleText.of(staleMs))
                .putHeader(SOURCE, fromView ? VIEW : LANE)
                .putHeader(CACHE_CONTROL, NO_CACHE);
    }

    /** Answers 304: the client has the newest version. */
    void notModified(HttpServerRequest request, String route, long version) {
        text.clear();
        request.response().putHeader(HttpHeaders.ETAG, '"' + Long.toString(version) + '"');
        send(request, route, 304, null, JSON);
    }

    /** Sends the text as a problem that the log decided; the status is the code's, or 412. */
    void rejection(
            HttpServerRequest request, String route, Code code, int status, long retryAfterMs, boolean replayed) {
        HttpServerResponse response = request.response();
        if (retryAfterMs > 0) {
            response.putHeader(RETRY_AFTER, Long.toString((retryAfterMs + 999) / 1_000));
        }
        markReplayed(response, replayed);
        send(request, route, status, code, PROBLEM);
    }

    private static void markReplayed(HttpServerResponse response, boolean replayed) {
        if (replayed) {
            response.putHeader(REPLAYED, TRUE);
        }
    }

    /** Answers with a problem of the gateway. */
    void refuse(HttpServerRequest request, String route, RequestRefused refusal) {
        refuse(request, route, refusal.code(), refusal.getMessage());
    }

    /** Answers with a problem of the gateway. */
    void refuse(HttpServerRequest request, String route, Code code, String detail) {
        problem(request, code, detail);
        send(request, route, code.status(), code, PROBLEM);
    }

    private void problem(HttpServerRequest request, Code code, String detail) {
        problem(request, code, detail, code.retryAfterMs());
    }

    private void problem(HttpServerRequest request, Code code, String detail, long retryAfterMs) {
        HttpServerResponse response = request.response();
        if (retryAfterMs > 0) {
            response.putHeader(RETRY_AFTER, Long.toString((retryAfterMs + 999) / 1_000));
        }
        if (code == Code.METHOD_NOT_ALLOWED) {
            response.putHeader(ALLOW, Routes.allowed(request.path()));
        }
        if (code == Code.UNAUTHORIZED) {
            response.putHeader(WWW_AUTHENTICATE, CHALLENGE);
        }
        ProblemText.write(text.clear(), code, detail, retryAfterMs);
    }

    /** Sets the headers of a response that is written line by line. */
    void openLines(HttpServerResponse response) {
        response.setStatusCode(200)
                .putHeader(HttpHeaders.CONTENT_TYPE, LINES)
                .putHeader(CACHE_CONTROL, NO_STORE)
                .putHeader(HttpHeaders.DATE, date)
                .setChunked(true);
    }

    /** Sets the headers of a response that is a stream of events. */
    void openEvents(HttpServerResponse response, String route) {
        metrics.answered(route, null);
        response.setStatusCode(200)
                .putHeader(HttpHeaders.CONTENT_TYPE, EVENTS)
                .putHeader(CACHE_CONTROL, NO_STORE)
                .putHeader(HttpHeaders.DATE, date)
                .putHeader(X_ACCEL_BUFFERING, NO)
                .setChunked(true);
    }

    /** Rejects a request whose body is not read; the connection is closed after that. */
    void refuseAndClose(HttpServerRequest request, String route, Code code, String detail) {
        problem(request, code, detail);
        send(request, route, code, PROBLEM, true);
    }

    /** Rejects a request by its principal's rate: it may come again after this time. */
    void refuseForNow(HttpServerRequest request, String route, String detail, long retryAfterMs, boolean thenClose) {
        problem(request, Code.QUOTA_EXCEEDED, detail, retryAfterMs);
        send(request, route, Code.QUOTA_EXCEEDED, PROBLEM, thenClose || health.draining());
    }

    /** Sends the text with a media type. */
    void send(HttpServerRequest request, String route, int status, CharSequence contentType) {
        send(request, route, status, null, contentType);
    }

    private void send(HttpServerRequest request, String route, int status, Code code, CharSequence contentType) {
        answered(request, route, code);
        send(request, status, contentType, copy(), health.draining());
    }

    private void send(HttpServerRequest request, String route, Code code, CharSequence contentType, boolean thenClose) {
        answered(request, route, code);
        send(request, code.status(), contentType, copy(), thenClose);
    }

    private Buffer copy() {
        return Buffer.buffer(text.length()).appendBytes(text.bytes(), 0, text.length());
    }

    /**
     * Sends JSON that a cache may keep if it asks each time whether it is current, or as the header that is set already
     * says. The bytes are not copied.
     *
     * @param body null without a body: for HEAD, and with 304
     * @param length of the body, or of the one that GET would send
     */
    void revalidated(HttpServerRequest request, String route, int status, byte[] body, long length) {
        answered(request, route, null);
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return;
        }
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, JSON).putHeader(HttpHeaders.DATE, date);
        if (!response.headers().contains(CACHE_CONTROL)) {
            response.putHeader(CACHE_CONTROL, NO_CACHE);
        }
        if (body == null && status == 200) {
            response.putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
        }
        Buffer bytes = body == null ? Buffer.buffer() : BufferInternal.buffer(Unpooled.wrappedBuffer(body));
        end(request, bytes, health.draining());
    }

    /** Sends bytes that all such answers share, without a copy. */
    void share(HttpServerRequest request, String route, CharSequence contentType, ByteBuf bytes) {
        answered(request, route, null);
        send(request, 200, contentType, BufferInternal.buffer(bytes.duplicate()), health.draining());
    }

    private void send(HttpServerRequest request, int status, CharSequence contentType, Buffer body, boolean thenClose) {
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return;
        }
        if (status != 200) {
            response.setStatusCode(status);
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, contentType).putHeader(HttpHeaders.DATE, date);
        if (!response.headers().contains(CACHE_CONTROL)) {
            response.putHeader(CACHE_CONTROL, NO_STORE);
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            if (status != 304) {
                response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
            }
            end(request, Buffer.buffer(), thenClose);
        } else {
            end(request, body, thenClose);
        }
    }

    private void answered(HttpServerRequest request, String route, Code code) {
        OpenConnection connection = Connections.of(request.connection());
        metrics.answered(route, code);
        metrics.took(route, System.nanoTime() - connection.begunNanos);
        connection.login().callEnded();
    }

    private void end(HttpServerRequest request, Buffer body, boolean thenClose) {
        HttpServerResponse response = request.response();
        if (thenClose) {
            response.putHeader(HttpHeaders.CONNECTION, CLOSE);
            response.end(body).onComplete(sent -> DrainedClose.to(request));
        } else {
            response.end(body);
        }
        connections.written(body.length());
    }
}
