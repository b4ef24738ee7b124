package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.problem.RequestRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parses the query of a request into parameters, {@code name=value} joined by {@code &}. Any thread. */
final class QueryText {
    private static final String LOCAL = "consistency=local";

    private QueryText() {}

    /** Decodes the query; throws MALFORMED for an unknown, empty or repeated parameter. A null query has none. */
    static Parameters parse(String query, List<String> known) {
        return parse(query, known, null);
    }

    /** As above; the parameter {@code several} may be repeated: {@link #encodedAll} has its values. */
    static Parameters parse(String query, List<String> known, String several) {
        if (query == null || query.isEmpty()) {
            return Parameters.NONE;
        }
        if (query.equals(LOCAL) && known == ReadTerms.PARAMETERS) {
            return Parameters.LOCAL;
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
            if (given.put(name, value) != null && !name.equals(several)) {
                throw Parameters.fault(name, "it is there twice");
            }
        }
        return new Parameters(given);
    }

    /** The value of a parameter as it was sent, in a query that was parsed; null if it is absent. */
    static String encoded(String query, String name) {
        List<String> all = encodedAll(query, name);
        return all.isEmpty() ? null : all.get(0);
    }

    /** The values of a repeated parameter as they were sent, in a query that was parsed. */
    static List<String> encodedAll(String query, String name) {
        List<String> all = new ArrayList<>();
        if (query != null) {
            for (String part : query.split("&", -1)) {
                if (part.startsWith(name + "=")) {
                    all.add(part.substring(name.length() + 1));
                }
            }
        }
        return all;
    }

    /** Decodes the value of a parameter, or a part of it. */
    static byte[] value(String encoded, String name) {
        // Form encoding: a plus means a space; a plus itself is escaped.
        String text = encoded.replace("+", "%20");
        return PathText.decode(text, 0, text.length(), "the query parameter " + name);
    }
}
