package dev.hotlane.gateway.watch;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A board that streams of one event loop watch: its keys in the order of their last changes. Belongs to that event loop,
 * except {@link #listing} and the prefix.
 */
final class WatchedBoard {
    private static final int SPARE = 1_024;

    /** Some more keys than a board may have: its streams end when a listing or a change shows that it has too many. */
    private static final int KEYS_MAX = 11_000;

    final byte[] prefix;

    /** The streams that watch it. */
    final Set<WatchStream> streams = new HashSet<>();

    /** Its keys, as of a mark that was set before; null until thread view-table has set it. */
    volatile Listing listing;

    /** The listing whose keys it has. */
    Listing taken;

    private WatchedKey[] keys = new WatchedKey[SPARE];
    private long[] turns = new long[SPARE];
    private int size;
    private int sizeMax = SPARE;
    private boolean tooLong;

    /**
     * The keys of a board.
     *
     * @param generation of the load of the view
     * @param keys all; null if they are too many
     */
    record Listing(long generation, List<byte[]> keys) {}

    WatchedBoard(byte[] prefix) {
        this.prefix = prefix;
    }

    boolean has(byte[] key) {
        return RemovedKeys.startsWith(key, prefix);
    }

    /** Adds a key that a change was met of in this turn, which is no earlier than that of any key before. */
    void add(WatchedKey key, long turn) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            turns = Arrays.copyOf(turns, 2 * size);
        }
        keys[size] = key;
        turns[size] = turn;
        size++;
    }

    /** Number of the turn that last met a change of one of its keys; 0 for none. */
    long changedTurn() {
        return size == 0 ? 0 : turns[size - 1];
    }

    /** Whether it has all keys of this load of the view. */
    boolean isListed(long generation) {
        return taken != null && taken.generation() == generation && taken.keys() != null;
    }

    /** Whether it has more keys than a board may have. */
    boolean isTooLong() {
        return tooLong || taken != null && taken.keys() == null;
    }

    /** Whether it should be {@link #compact}ed. */
    boolean isLong() {
        return size > sizeMax;
    }

    /** Passes each key that changed after that turn once. */
    void changedAfter(long turn, Consumer<WatchedKey> found) {
        for (int i = size - 1; i >= 0 && turns[i] > turn; i--) {
            if (isLast(i)) {
                found.accept(keys[i]);
            }
        }
    }

    /** Passes each key once, those of removed counters too. */
    void forEach(Consumer<WatchedKey> found) {
        for (int i = 0; i < size; i++) {
            if (isLast(i)) {
                found.accept(keys[i]);
            }
        }
    }

    private boolean isLast(int i) {
        return keys[i].changedTurn == turns[i];
    }

    /** Keeps each key once, and drops counters that were removed before what every stream has seen. */
    void compact(Consumer<WatchedKey> dropped) {
        long seen = Long.MAX_VALUE;
        for (WatchStream stream : streams) {
            seen = Math.min(seen, stream.seenTurn());
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            WatchedKey key = keys[i];
            if (!isLast(i)) {
                continue;
            }
            if (key.event() != null && !key.exists() && turns[i] <= seen) {
                dropped.accept(key);
            } else {
                keys[kept] = key;
                turns[kept] = turns[i];
                kept++;
            }
        }
        Arrays.fill(keys, kept, size, null);
        size = kept;
        sizeMax = 2 * kept + SPARE;
        tooLong = kept > KEYS_MAX;
    }
}
