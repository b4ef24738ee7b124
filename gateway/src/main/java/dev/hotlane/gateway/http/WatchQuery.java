package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.watch.EventId;
import dev.hotlane.gateway.watch.WatchRequest;
import dev.hotlane.protocol.Op;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the parameters of a watch. Any thread; no state. */
final class WatchQuery {
    private static final CharSequence LAST_EVENT_ID = HttpHeaders.createOptimized("last-event-id");
    private static final String KEY = "key";
    private static final String PREFIX = "prefix";
    private static final String INTERVAL = "minIntervalMs";
    private static final List<String> KNOWN = List.of(KEY, PREFIX, INTERVAL);

    private WatchQuery() {}

    /** The stream that is asked for; throws NOT_ACCEPTABLE or MALFORMED. */
    static WatchRequest of(String query, MultiMap headers) {
        if (!MediaType.acceptsEvents(headers.getAll(HttpHeaders.ACCEPT))) {
            throw new RequestRefused(
                    Code.NOT_ACCEPTABLE, "This is a stream of events: send Accept: " + MediaType.EVENTS + ".");
        }
        Admission.requireNoMinOffset(headers);
        Parameters given = QueryText.parse(query, KNOWN, KEY);
        List<byte[]> keys = keys(query);
        byte[] prefix = given.bytes(PREFIX, Op.KEY_LENGTH_MAX);
        if (keys.isEmpty() == (prefix == null)) {
            throw RequestRefused.malformed("the query: expected 1 to " + WatchRequest.KEYS_MAX
                    + " parameters key, or one parameter prefix, the prefix of a board");
        }
        int intervalMs = given.number(
                INTERVAL, WatchRequest.INTERVAL_MS_MIN, WatchRequest.INTERVAL_MS_MAX, WatchRequest.INTERVAL_MS);
        return new WatchRequest(prefix == null ? keys : null, prefix, intervalMs, lastId(headers));
    }

    private static List<byte[]> keys(String query) {
        List<String> encoded = QueryText.encodedAll(query, KEY);
        if (encoded.size() > WatchRequest.KEYS_MAX) {
            throw Parameters.fault(KEY, "expected at most " + WatchRequest.KEYS_MAX + ", found " + encoded.size());
        }
        List<byte[]> keys = new ArrayList<>(encoded.size());
        Set<ByteBuffer> met = new HashSet<>();
        for (String each : encoded) {
            byte[] key = QueryText.value(each, KEY);
            if (key.length > Op.KEY_LENGTH_MAX) {
                throw Parameters.fault(
                        KEY, "expected 1 to " + Op.KEY_LENGTH_MAX + " bytes, one here has " + key.length);
            }
            if (!met.add(ByteBuffer.wrap(key))) {
                throw Parameters.fault(KEY, "a key is there twice");
            }
            keys.add(key);
        }
        return keys;
    }

    private static EventId lastId(MultiMap headers) {
        List<String> ids = headers.getAll(LAST_EVENT_ID);
        if (ids.isEmpty()) {
            return null;
        }
        EventId id = ids.size() == 1 ? EventId.parse(ids.get(0)) : null;
        if (id == null) {
            throw RequestRefused.malformed(
                    "Last-Event-ID: expected the id of an event of this call; leave it out to get all values");
        }
        return id;
    }
}
