package dev.hotlane.flusher.batch;

/*
 * Multikey quicksort on the 8-byte words of the keys. The current word is read once per key and depth into a parallel
 * array, so that partitioning touches no key. Keys of one deal share long prefixes; a range that shares a word is
 * sorted by the next one only.
 */

/** Entries of a {@link DirtyMap} in key order, keys compared as unsigned bytes. Owned by the writer thread. */
public final class KeyOrder {
    /** Ranges up to this length are sorted by comparing whole keys. */
    private static final int SHORT_RANGE = 12;
    /** Longest arrays that are kept; longer ones are freed if a batch needs less than an eighth of them. */
    private static final int KEPT_MAX = 1 << 18;

    private int[] positions = new int[1024];
    private long[] words = new long[1024];
    private DirtyMap map;
    private long random = 0x9E3779B97F4A7C15L;

    public KeyOrder() {}

    /** Positions of all entries in key order: the first map.size() elements, valid until the next call. */
    public int[] of(DirtyMap source) {
        int size = source.size();
        if (positions.length < size || positions.length > Math.max(KEPT_MAX, size * 8L)) {
            positions = new int[Math.max(1024, size + (size >>> 2))];
            words = new long[positions.length];
        }
        map = source;
        int count = DirtyPages.positions(source, positions);
        assert count == size;
        sortByWord(0, count, 0);
        map = null;
        return positions;
    }

    /** All keys in [from, to) share their first depth words. */
    private void sortByWord(int from, int to, int depth) {
        if (to - from <= SHORT_RANGE) {
            insertionSort(from, to, depth);
            return;
        }
        int start = moveEndedKeysToFront(from, to, depth);
        for (int i = start; i < to; i++) {
            words[i] = map.word(positions[i], DirtyMap.KEY + depth);
        }
        partition(start, to, depth);
    }

    /** Moves keys without a word at this depth before their longer mates; the few of them differ only in length. */
    private int moveEndedKeysToFront(int from, int to, int depth) {
        int start = from;
        for (int i = from; i < to; i++) {
            if (map.keyLength(positions[i]) <= 8 * depth) {
                swapPositions(start++, i);
            }
        }
        insertionSort(from, start, depth);
        return start;
    }

    private void partition(int from, int to, int depth) {
        int low = from;
        int high = to;
        while (high - low > SHORT_RANGE) {
            long pivot = words[randomIndex(low, high)];
            int less = low;
            int greater = high;
            int i = low;
            while (i < greater) {
                int order = Long.compareUnsigned(words[i], pivot);
                if (order < 0) {
                    swap(less++, i++);
                } else if (order > 0) {
                    swap(i, --greater);
                } else {
                    i++;
                }
            }
            sortByWord(less, greater, depth + 1);
            // Recursion for the smaller side, the loop for the larger: the stack stays shallow.
            if (less - low < high - greater) {
                partition(low, less, depth);
                low = greater;
            } else {
                partition(greater, high, depth);
                high = less;
            }
        }
        insertionSort(low, high, depth);
    }

    private void insertionSort(int from, int to, int depth) {
        for (int i = from + 1; i < to; i++) {
            int moving = positions[i];
            int at = i;
            while (at > from && compare(moving, positions[at - 1], depth) < 0) {
                positions[at] = positions[at - 1];
                at--;
            }
            positions[at] = moving;
        }
    }

    private int compare(int a, int b, int depth) {
        int lengthA = map.keyLength(a);
        int lengthB = map.keyLength(b);
        int common = (Math.min(lengthA, lengthB) + 7) >>> 3;
        for (int n = depth; n < common; n++) {
            int order = Long.compareUnsigned(map.word(a, DirtyMap.KEY + n), map.word(b, DirtyMap.KEY + n));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(lengthA, lengthB);
    }

    /** Random pivot, so that no choice of keys can make the sort quadratic. */
    private int randomIndex(int from, int to) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return from + (int) Long.remainderUnsigned(random, to - from);
    }

    private void swap(int a, int b) {
        swapPositions(a, b);
        long word = words[a];
        words[a] = words[b];
        words[b] = word;
    }

    private void swapPositions(int a, int b) {
        int position = positions[a];
        positions[a] = positions[b];
        positions[b] = position;
    }
}
