package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.problem.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the product ids of a request: one in its path, or some in its query. Any thread; no state. */
final class ProductIds {
    /** The query parameter of {@link #ofQuery}. */
    static final String IDS = "ids";

    private static final int IDS_MAX = 100;
    private static final int ID_LENGTH_MAX = 200;

    private ProductIds() {}

    /** The id in the path of a route; throws MALFORMED unless it has 1 to 200 bytes. */
    static String ofPath(Route route, String path) {
        byte[] id = route.path().segment(path);
        if (id.length < 1 || id.length > ID_LENGTH_MAX) {
            throw RequestRefused.malformed("the path: a product id has 1 to " + ID_LENGTH_MAX
                    + " bytes once decoded, this one has " + id.length);
        }
        return new String(id, StandardCharsets.UTF_8);
    }

    /**
     * The ids of {@code ids=a,b,c} in a query that {@link QueryText} has parsed; throws MALFORMED unless they are 1 to
     * 100 different ones.
     */
    static List<String> ofQuery(String query) {
        String encoded = QueryText.encoded(query, IDS);
        if (encoded == null) {
            throw Parameters.fault(IDS, "expected 1 to " + IDS_MAX + " ids, separated by commas");
        }
        // Split before it is decoded: %2C is a comma inside an id.
        String[] parts = encoded.split(",", -1);
        if (parts.length > IDS_MAX) {
            throw Parameters.fault(IDS, "expected at most " + IDS_MAX + " ids, found " + parts.length);
        }
        List<String> ids = new ArrayList<>(parts.length);
        Set<String> met = new HashSet<>(2 * parts.length);
        for (String part : parts) {
            String id = id(part);
            if (!met.add(id)) {
                throw Parameters.fault(IDS, "an id is there twice");
            }
            ids.add(id);
        }
        return ids;
    }

    private static String id(String part) {
        // The whole query was decoded: without an escape, a part is what it says, in ASCII.
        boolean plain = part.indexOf('%') < 0 && part.indexOf('+') < 0;
        byte[] decoded = plain ? null : QueryText.value(part, IDS);
        int length = plain ? part.length() : decoded.length;
        if (length < 1 || length > ID_LENGTH_MAX) {
            throw Parameters.fault(
                    IDS, "an id has 1 to " + ID_LENGTH_MAX + " bytes once decoded, one here has " + length);
        }
        return plain ? part : new String(decoded, StandardCharsets.UTF_8);
    }
}
