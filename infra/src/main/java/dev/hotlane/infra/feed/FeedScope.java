package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.State;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a feed publishes. Immutable.
 *
 * @param prefixes of the keys, sorted; empty: all keys
 * @param buckets whether token buckets are shown; else a key has no value while it is a bucket
 */
public record FeedScope(List<String> prefixes, boolean buckets) {
    /** Every key, no buckets. */
    public static final FeedScope ALL = new FeedScope(List.of(), false);

    public FeedScope {
        prefixes = prefixes.stream().distinct().sorted().toList();
    }

    /** Whether a key belongs to it. */
    boolean has(byte[] key, int offset, int length) {
        if (prefixes.isEmpty()) {
            return true;
        }
        for (String prefix : prefixes) {
            byte[] start = prefix.getBytes(StandardCharsets.UTF_8);
            int end = offset + Math.min(start.length, length);
            if (Arrays.equals(key, offset, end, start, 0, start.length)) {
                return true;
            }
        }
        return false;
    }

    /** The numbers of a counter as this feed shows them. */
    Numbers shown(Numbers row) {
        return row.version() < 0 && !buckets ? new Numbers(0, 0, row.held(), row.confirmed()) : row;
    }

    /** All counters of a state in scope, by key (its bytes as ISO 8859-1), as the feed shows them. */
    Map<String, Numbers> table(State state) {
        Map<String, Numbers> table = new HashMap<>();
        state.rows().counters((key, length, value, version, held, confirmed) -> {
            Numbers shown = shown(new Numbers(value, version, held, confirmed));
            if (has(key, 0, length) && stands(shown)) {
                table.put(new String(key, 0, length, StandardCharsets.ISO_8859_1), shown);
            }
        });
        return table;
    }

    /** Whether a counter with these numbers has a row. */
    static boolean stands(Numbers row) {
        return (row.version() | row.held() | row.confirmed()) != 0;
    }
}
