package dev.hotlane.gateway.watch;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The last counters that were removed, in a ring. Thread {@code view-table} adds, any thread reads and never waits. What
 * was removed at or below the {@link #floor} may be missing.
 */
final class RemovedKeys {
    /** Removals kept. */
    static final int KEPT = 65_536;

    private final AtomicReferenceArray<byte[]> keys;
    private final AtomicLongArray sequences;
    private volatile long floor;
    private volatile long added;

    /**
     * An empty ring of this many places.
     *
     * @param loaded sequence of the checkpoint that the view was loaded from: what was removed before is not known
     */
    RemovedKeys(int places, long loaded) {
        keys = new AtomicReferenceArray<>(places);
        sequences = new AtomicLongArray(places);
        floor = loaded;
    }

    /** Adds a counter that the pack up to this sequence removed. Thread view-table. */
    void add(byte[] key, long sequence) {
        long next = added;
        int place = (int) (next % keys.length());
        if (next >= keys.length()) {
            // First: a reader that meets the new entry then finds the floor raised. It may be above this entry already.
            floor = Math.max(floor, sequences.get(place));
        }
        keys.set(place, key);
        sequences.set(place, sequence);
        added = next + 1;
    }

    /** Greatest sequence whose removals may be missing. */
    long floor() {
        return floor;
    }

    /**
     * Passes each counter with this prefix that was removed after the sequence, the newest first, some more than once.
     * Returns false if not all are known.
     */
    boolean since(long sequence, byte[] prefix, Consumer<byte[]> found) {
        long end = added;
        long begin = Math.max(0, end - keys.length());
        for (long i = end - 1; i >= begin; i--) {
            int place = (int) (i % keys.length());
            if (sequences.get(place) <= sequence) {
                break;
            }
            byte[] key = keys.get(place);
            if (startsWith(key, prefix)) {
                found.accept(key);
            }
        }
        return sequence >= floor;
    }

    /** Whether the key begins with these bytes. */
    static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
