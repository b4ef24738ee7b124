package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.problem.RequestRefused;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parses the query of a request into parameters, {@code name=value} joined by {@code &}. Any thread. */
final class QueryText {
    private QueryText() {}

    /** Decodes the query; throws MALFORMED for an unknown, empty or repeated parameter. A null query has none. */
    static Parameters parse(String query, List<String> known) {
        if (query == null || query.isEmpty()) {
            return Parameters.NONE;
        }
        if (known.isEmpty()) {
            throw RequestRefused.malformed("the path: this call takes no query parameters");
        }
        Map<String, byte[]> given = new TreeMap<>();
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!known.contains(name)) {
                throw RequestRefused.malformed(
                        "the query: a parameter is unknown; known here: " + String.join(", ", known));
            }
            byte[] value = value(equals < 0 ? "" : part.substring(equals + 1), name);
            if (value.length == 0) {
                throw Parameters.fault(name, "it is empty; leave it out if it is not meant");
            }
            if (given.put(name, value) != null) {
                throw Parameters.fault(name, "it is there twice");
            }
        }
        return new Parameters(given);
    }

    /** The value of a parameter as it was sent, in a query that was parsed; null if it is absent. */
    static String encoded(String query, String name) {
        if (query != null) {
            for (String part : query.split("&", -1)) {
                if (part.startsWith(name + "=")) {
                    return part.substring(name.length() + 1);
                }
            }
        }
        return null;
    }

    /** Decodes the value of a parameter, or a part of it. */
    static byte[] value(String encoded, String name) {
        // Form encoding: a plus means a space; a plus itself is escaped.
        String text = encoded.replace("+", "%20");
        return PathText.decode(text, 0, text.length(), "the query parameter " + name);
    }
}
