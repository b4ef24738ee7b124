package dev.hotlane.proof.contract;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request of one operation; immutable.
 *
 * @param segments values of the path's parameters, not encoded
 * @param query appended to the path as it is, or null
 * @param headers by name, in any case
 * @param body or null
 */
record Asked(
        Operation operation, Map<String, String> segments, String query, Map<String, String> headers, String body) {
    static final String KEY = "idempotency-key";

    /** A request without parameters, headers and body. */
    static Asked of(Operation operation) {
        return new Asked(operation, Map.of(), null, Map.of(), null);
    }

    /** The same with that value in the path. */
    Asked at(String name, String value) {
        return new Asked(operation, with(segments, name, value), query, headers, body);
    }

    /** The same with that query. */
    Asked query(String text) {
        return new Asked(operation, segments, text, headers, body);
    }

    /** The same with one more parameter in its query. */
    Asked and(String parameter) {
        return query(query == null ? parameter : query + "&" + parameter);
    }

    /** The same with that header, or without it if the value is null. */
    Asked header(String name, String value) {
        return new Asked(operation, segments, query, with(headers, name, value), body);
    }

    /** The same under that Idempotency-Key. */
    Asked key(String key) {
        return header(KEY, key);
    }

    /** Its Idempotency-Key, or null. */
    String key() {
        return headers.get(KEY);
    }

    /** The same with that body, of the operation's own media type. */
    Asked body(String text) {
        Map<String, String> typed = with(headers, "content-type", text == null ? null : operation.bodyType());
        return new Asked(operation, segments, query, typed, text);
    }

    /** Path and query as they are sent. */
    String target() {
        String path = operation.path();
        for (Map.Entry<String, String> segment : segments.entrySet()) {
            String encoded = URLEncoder.encode(segment.getValue(), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            path = path.replace("{" + segment.getKey() + "}", encoded);
        }
        return query == null ? path : path + "?" + query;
    }

    private static Map<String, String> with(Map<String, String> map, String name, String value) {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(map);
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, value);
        }
        return copy;
    }
}
