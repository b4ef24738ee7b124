package dev.hotlane.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** CORS headers (Fetch standard) that let pages of an allowed origin call and read. Any thread. */
final class CrossOrigin {
    static final int PREFLIGHT_STATUS = 204;

    private static final CharSequence EXPOSED =
            HttpHeaders.createOptimized("ETag, Location, Retry-After, Idempotency-Replayed, Allow, Hotlane-Offset,"
                    + " Hotlane-Stale-Ms, Hotlane-Source, Hotlane-Card-Offset");
    private static final CharSequence ACCEPTED =
            HttpHeaders.createOptimized("Content-Type, Idempotency-Key, If-Match, If-None-Match, Hotlane-Min-Offset,"
                    + " Last-Event-ID, traceparent");
    private static final CharSequence DECIDED_BY =
            HttpHeaders.createOptimized("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");

    /** How long a browser may keep a preflight's answer: 2 h, Chromium's maximum. */
    private static final CharSequence SECONDS_KEPT = HttpHeaders.createOptimized("7200");

    private CrossOrigin() {}

    /** Lets the page read the answer, whatever it will be. */
    static void allow(HttpServerResponse response, String origin) {
        response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED)
                .putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    }

    /** Whether a browser requests the methods and headers that a page may send. */
    static boolean isPreflight(HttpServerRequest http) {
        return http.method().equals(HttpMethod.OPTIONS)
                && http.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Answers with the methods and headers of the path. */
    static void answerPreflight(HttpServerRequest http) {
        http.response()
                .setStatusCode(PREFLIGHT_STATUS)
                .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, Routes.allowed(http.path()))
                .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, ACCEPTED)
                .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, SECONDS_KEPT)
                .putHeader(HttpHeaders.VARY, DECIDED_BY)
                .end();
    }
}
