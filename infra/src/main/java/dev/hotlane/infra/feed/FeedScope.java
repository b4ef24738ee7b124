package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

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

    /** Whether a counter with these numbers has a row. */
    static boolean stands(Numbers row) {
        return (row.version() | row.held() | row.confirmed()) != 0;
    }
}
