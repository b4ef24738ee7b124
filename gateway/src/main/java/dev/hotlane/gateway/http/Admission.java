package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Sender;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/**
 * Builds the question of a request with a route; checks media type, path, query, headers and body. Throws a {@link
 * RequestRefused} for anything that the contract does not allow. Any thread; no state.
 */
final class Admission {
    private static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("idempotency-key");
    private static final CharSequence MIN_OFFSET =
            HttpHeaders.createOptimized(ReadTerms.MIN_OFFSET_HEADER.toLowerCase(Locale.ROOT));

    private Admission() {}

    /** Builds the question; of several faults it reports the one that comes first in {@link Code}. */
    static LogRequest question(
            Route route,
            Sender sender,
            String path,
            String query,
            MultiMap headers,
            byte[] body,
            CallInput.Limits limits) {
        requireJson(headers, body);
        Parameters parameters = parameters(route, query, headers);
        byte[] segment = route.path().hasSegment() ? route.path().segment(path) : null;
        byte[] key = key(route, headers);
        String ifMatch = all(headers, HttpHeaders.IF_MATCH);
        String ifNoneMatch = route.keyed() ? all(headers, HttpHeaders.IF_NONE_MATCH) : null;
        CallInput asking = new CallInput(sender, key, segment, ifMatch, ifNoneMatch, limits, false, parameters);
        LogRequest question = route.call().ask(asking, body);
        requireKey(route, key);
        return question;
    }

    private static Parameters parameters(Route route, String query, MultiMap headers) {
        if (route.call().readsCounters()) {
            return readParameters(route.call().parameters(), query, headers);
        }
        Parameters given = QueryText.parse(query, route.call().parameters());
        requireNoMinOffset(headers);
        return given;
    }

    /** The query parameters of a read of counters, and the header that stands for one of them. */
    static Parameters readParameters(List<String> known, String query, MultiMap headers) {
        Parameters given = QueryText.parse(query, known);
        String minOffset = all(headers, MIN_OFFSET);
        return minOffset == null ? given : given.with(ReadTerms.MIN_OFFSET_HEADER, minOffset);
    }

    /** Rejects a header that only reads that the view may answer take. */
    static void requireNoMinOffset(MultiMap headers) {
        if (headers.contains(MIN_OFFSET)) {
            throw RequestRefused.malformed(ReadTerms.MIN_OFFSET_HEADER + ": only GET /v1/counters/{key}, POST"
                    + " /v1/counters/query and GETs of boards and products take it; leave it out here");
        }
    }

    /** All lines of a list header, joined by commas; null if there is none. */
    private static String all(MultiMap headers, CharSequence name) {
        return headers.contains(name) ? String.join(", ", headers.getAll(name)) : null;
    }

    private static void requireJson(MultiMap headers, byte[] body) {
        if (body.length == 0) {
            return;
        }
        requireNoCoding(headers);
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        if (type == null || !MediaType.isJson(type)) {
            throw new RequestRefused(Code.UNSUPPORTED_MEDIA_TYPE, "Send JSON, with Content-Type: application/json.");
        }
    }

    /** Rejects a batch whose headers or query are not those of one. */
    static void requireLines(MultiMap headers, String query) {
        requireNoCoding(headers);
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        if (type == null || !MediaType.isLines(type)) {
            throw new RequestRefused(
                    Code.UNSUPPORTED_MEDIA_TYPE, "Send JSON lines, with Content-Type: " + MediaType.LINES + ".");
        }
        QueryText.parse(query, List.of());
        requireNoMinOffset(headers);
        if (headers.contains(IDEMPOTENCY_KEY)) {
            throw RequestRefused.malformed("Idempotency-Key: a batch takes none, each of its lines has an \"id\"");
        }
    }

    private static void requireNoCoding(MultiMap headers) {
        if (headers.contains(HttpHeaders.CONTENT_ENCODING)) {
            throw new RequestRefused(
                    Code.UNSUPPORTED_MEDIA_TYPE,
                    "No Content-Encoding is taken: send the body as it is, without that header.");
        }
    }

    /** The Idempotency-Key, or null if there is none; throws MALFORMED if it is not valid. */
    static byte[] key(Route route, MultiMap headers) {
        if (!route.keyed()) {
            return null;
        }
        List<String> keys = headers.getAll(IDEMPOTENCY_KEY);
        if (keys.size() > 1) {
            throw RequestRefused.malformed("Idempotency-Key: expected one, found " + keys.size());
        }
        return keys.isEmpty() ? null : IdempotencyKey.parse(keys.get(0));
    }

    /** Rejects a call that needs a key and has none. */
    static void requireKey(Route route, byte[] key) {
        if (route.keyed() && key == null) {
            throw new RequestRefused(
                    Code.IDEMPOTENCY_KEY_MISSING,
                    "Send a header Idempotency-Key with a fresh id, best a UUIDv7, and the same one again on a retry.");
        }
    }
}
