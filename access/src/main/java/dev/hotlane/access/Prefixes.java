package dev.hotlane.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A set of prefixes of decoded keys. It keeps the fewest that cover the same keys, in the order of their unsigned bytes;
 * so a look-up is one binary search and allocates nothing. All keys are the empty prefix. Immutable; any thread.
 */
public final class Prefixes {
    /** Covers no key. */
    public static final Prefixes NONE = new Prefixes(new byte[0][]);

    /** Covers each key. */
    public static final Prefixes ALL = new Prefixes(new byte[1][0]);

    private final byte[][] sorted;

    private Prefixes(byte[][] sorted) {
        this.sorted = sorted;
    }

    /** The set of these prefixes. */
    public static Prefixes of(Collection<byte[]> prefixes) {
        byte[][] all = prefixes.toArray(new byte[0][]);
        Arrays.sort(all, Arrays::compareUnsigned);
        List<byte[]> fewest = new ArrayList<>();
        for (byte[] one : all) {
            // What begins with a prefix stands right behind it.
            if (fewest.isEmpty() || !begins(one, fewest.get(fewest.size() - 1))) {
                fewest.add(one);
            }
        }
        return new Prefixes(fewest.toArray(new byte[0][]));
    }

    /** The keys of both. */
    public Prefixes and(Prefixes more) {
        List<byte[]> all = new ArrayList<>(list());
        all.addAll(more.list());
        return of(all);
    }

    /** Whether a prefix begins this key; for the prefix of a list, whether all its keys are covered. */
    public boolean cover(byte[] key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(sorted[middle], key) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        // All that lies between a prefix and a key that it begins also begins with it: only the nearest can cover.
        return high >= 0 && begins(key, sorted[high]);
    }

    /** Whether a key can be in both. */
    public boolean meet(Prefixes other) {
        return Arrays.stream(sorted).anyMatch(other::cover)
                || Arrays.stream(other.sorted).anyMatch(this::cover);
    }

    /** Whether no key is covered. */
    public boolean isEmpty() {
        return sorted.length == 0;
    }

    /** The fewest prefixes, in order; not copied. */
    public List<byte[]> list() {
        return List.of(sorted);
    }

    private static boolean begins(byte[] key, byte[] prefix) {
        return prefix.length <= key.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Whether both cover the same keys. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Prefixes prefixes && Arrays.deepEquals(sorted, prefixes.sorted);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(sorted);
    }
}
