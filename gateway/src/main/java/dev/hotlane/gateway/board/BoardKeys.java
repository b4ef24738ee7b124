package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.CounterCell;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;

/**
 * The counters under one prefix, in the order of their keys, while they are at most {@link #KEPT_MAX}. Beyond that they
 * are only counted, so that memory stays bounded. Belongs to thread {@code view-table}.
 */
final class BoardKeys {
    /**
     * Counters that are kept: some more than a board may have, so that one that varies about its bound is not collected
     * from the whole view again and again.
     */
    static final int KEPT_MAX = Board.KEYS_MAX + Board.KEYS_MAX / 10;

    /** Null while they are only counted. */
    private TreeMap<byte[], CounterCell> kept = none();

    private long count;

    private static TreeMap<byte[], CounterCell> none() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    /** Forgets all. */
    void clear() {
        kept = none();
        count = 0;
    }

    /** A counter came into being, or was loaded. */
    void add(CounterCell counter) {
        count++;
        if (kept != null) {
            kept.put(counter.key(), counter);
            if (count > KEPT_MAX) {
                kept = null;
            }
        }
    }

    /** A counter does not exist any more. */
    void remove(byte[] key) {
        count--;
        if (kept != null) {
            kept.remove(key);
        }
    }

    /** Number of counters, those that are only counted too. */
    long count() {
        return count;
    }

    /** Whether they are few enough by now, but were not kept: then all must be added again. */
    boolean mustCollect() {
        return kept == null && count <= Board.KEYS_MAX;
    }

    /** The counters in the order of their keys; none while they are only counted. */
    Collection<CounterCell> inOrder() {
        return kept == null ? Collections.emptyList() : kept.values();
    }
}
