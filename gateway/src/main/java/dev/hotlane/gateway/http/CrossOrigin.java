package dev.hotlane.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** What a browser needs to let a page of an allowed origin call and read (CORS of the Fetch standard). Any thread. */
final class CrossOrigin {
    static final int PREFLIGHT_STATUS = 204;

    private static final CharSequence EXPOSED =
            HttpHeaders.createOptimized("ETag, Location, Retry-After, Idempotency-Replayed, Allow");
    private static final CharSequence ACCEPTED =
            HttpHeaders.createOptimized("Content-Type, Idempotency-Key, If-Match, If-None-Match, traceparent");
    private static final CharSequence DECIDED_BY =
            HttpHeaders.createOptimized("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");

    /** How long a browser may go without asking again: as long as Chromium allows. */
    private static final CharSequence SECONDS_KEPT = HttpHeaders.createOptimized("7200");

    private CrossOrigin() {}

    /** The page may read the answer, whatever it will be. */
    static void allow(HttpServerResponse response, String origin) {
        response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED)
                .putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    }

    /** Whether a browser asks what a page may send. */
    static boolean isPreflight(HttpServerRequest http) {
        return http.method().equals(HttpMethod.OPTIONS)
                && http.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Says which methods and headers the path takes. */
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
