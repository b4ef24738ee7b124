package dev.hotlane.client;

import java.util.Map;
import java.util.TreeMap;

/** The filter of a page of counters. Immutable; a filter that is not set does not restrict. */
public final class CounterFilter {
    private static final int LIMIT_MAX = 1_000;

    private final Map<String, String> parameters;

    private CounterFilter(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /** Every counter, 100 per page. */
    public static CounterFilter all() {
        return new CounterFilter(Map.of());
    }

    /** The same, only keys with this prefix. */
    public CounterFilter prefix(String prefix) {
        return with("prefix", Inputs.prefix(prefix));
    }

    /** The same from the previous page's cursor on; that page must have had the same prefix. */
    public CounterFilter cursor(String cursor) {
        return with("cursor", Inputs.cursor(cursor));
    }

    /** The same with at most this number per page, 1 to 1,000. */
    public CounterFilter limit(int limit) {
        return with("limit", Integer.toString(Inputs.within("limit", limit, LIMIT_MAX)));
    }

    Map<String, String> parameters() {
        return parameters;
    }

    private CounterFilter with(String name, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(name, value);
        return new CounterFilter(more);
    }
}
