package dev.hotlane.infra.feed;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.feed.FeedProgress;
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

    /** Throws HaltReason if the topics hold what another scope published; null for nothing. */
    void require(FeedProgress position) {
        if (position != null && !new FeedScope(position.prefixes(), position.buckets()).equals(this)) {
            throw new HaltReason(
                    ExitCode.TOPIC_SETTINGS,
                    "the feed's topics have the prefixes " + position.prefixes()
                            + (position.buckets() ? " and buckets" : "") + ", this process publishes " + prefixes
                            + (buckets ? " and buckets" : "")
                            + ": give it the same --feed-prefix and --feed-buckets, or delete the three topics and make"
                            + " new ones with `hotlane topics create --feed`");
        }
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
