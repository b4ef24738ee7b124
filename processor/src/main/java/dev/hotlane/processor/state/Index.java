package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * Finds by hash where something lies: 1,024 little hash tables, each with linear probing. One that gets full grows by
 * itself, so growing stops the lane for the rehash of a thousandth, never for all of it; and by a quarter, not by all, so
 * an entry takes 10.7 to 13.3 bytes and never the 21 of a table just doubled. Owned by the state thread.
 *
 * <p>An entry is one long: as many upper bits of the hash as there is room for, then the reference + 1; 0 is empty. The
 * uppermost ten bits choose the table, those kept after them the place in it, in proportion, so nothing is hashed again
 * to grow or to close a gap.
 */
final class Index {
    private static final int TABLE_BITS = 10;
    private static final int ARRAY_HEADER = 16;
    private static final int TABLE_SHIFT = Long.SIZE - TABLE_BITS;
    private static final int CAPACITY_MIN = 16;

    /** Places in a cache line, nearly. */
    private static final int LINE = 7;

    /** References added together, so that their trips to memory overlap. */
    private static final int PENDING_MAX = 64;

    /** What every table is before its first entry: it has the empty place that ends a search, and is never written. */
    private static final long[] NOTHING = new long[1];

    private final int shift;
    private final int homeBits;
    private final long referenceMask;
    private final long[][] tables = new long[1 << TABLE_BITS][];
    private final int[] counts = new int[1 << TABLE_BITS];

    @SuppressWarnings("unused") // Written so that the compiler keeps the reads that fetch the lines.
    private long touched;

    private final long[] pendingHashes = new long[PENDING_MAX];
    private final long[] pendingReferences = new long[PENDING_MAX];
    private int pending;

    /** Bits of a reference; all ones is no reference. */
    Index(int referenceBits) {
        shift = referenceBits;
        homeBits = TABLE_SHIFT - referenceBits;
        referenceMask = (1L << referenceBits) - 1;
        Arrays.fill(tables, NOTHING);
    }

    /** The table for that hash; an empty place ends every search. */
    long[] table(long hash) {
        return tables[(int) (hash >>> TABLE_SHIFT)];
    }

    /** Where a search for that hash, or for an entry of it, starts in its table; goes on at {@link #next}. */
    int home(long hash, long[] table) {
        return (int) ((hash << TABLE_BITS >>> TABLE_BITS + shift) * table.length >>> homeBits);
    }

    /** The place after that one, round the end. */
    static int next(int at, long[] table) {
        return at + 1 == table.length ? 0 : at + 1;
    }

    /** Whether an entry may be of that hash: few others agree with it in all the bits that are kept. */
    boolean mayBe(long entry, long hash) {
        return entry >>> shift == hash >>> shift;
    }

    /** The reference of an entry. */
    long reference(long entry) {
        return (entry & referenceMask) - 1;
    }

    /** Loads the places that a search will look at, five on average, for nothing but to have them in the cache soon. */
    void touch(long hash) {
        long[] table = table(hash);
        int home = home(hash, table);
        touched += table[home] + table[Math.min(home + LINE, table.length - 1)];
    }

    /** Adds a reference that is not there yet. */
    void add(long hash, long reference) {
        int number = (int) (hash >>> TABLE_SHIFT);
        long[] table = tables[number];
        if (++counts[number] > table.length * 3 / 4) {
            table = widened(table, Math.max(CAPACITY_MIN, table.length * 5 / 4));
            tables[number] = table;
        }
        insert(table, hash & ~referenceMask | reference + 1);
    }

    /** Adds a reference by {@link #addPending} at the latest; until then it is not to be looked for. */
    void addLater(long hash, long reference) {
        pendingHashes[pending] = hash;
        pendingReferences[pending] = reference;
        if (++pending == PENDING_MAX) {
            addPending();
        }
    }

    /** Adds what was put off. */
    void addPending() {
        for (int i = 0; i < pending; i++) {
            touch(pendingHashes[i]);
        }
        for (int i = 0; i < pending; i++) {
            add(pendingHashes[i], pendingReferences[i]);
        }
        pending = 0;
    }

    /** Puts another reference where one is. */
    void replace(long hash, long reference, long by) {
        long[] table = table(hash);
        table[where(hash, table, reference)] = hash & ~referenceMask | by + 1;
    }

    /** Removes a reference that is there; closes the gap, so that no search meets one. */
    void remove(long hash, long reference) {
        long[] table = table(hash);
        int gap = where(hash, table, reference);
        for (int at = next(gap, table); table[at] != 0; at = next(at, table)) {
            if (distance(home(table[at], table), at, table) >= distance(gap, at, table)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = 0;
        counts[(int) (hash >>> TABLE_SHIFT)]--;
    }

    /** How many places further one is than another, round the end. */
    private static int distance(int from, int to, long[] table) {
        return to >= from ? to - from : to - from + table.length;
    }

    private int where(long hash, long[] table, long reference) {
        long wanted = hash & ~referenceMask | reference + 1;
        int at = home(hash, table);
        while (table[at] != wanted) {
            if (table[at] == 0) {
                throw new IllegalStateException("the index does not hold reference " + reference);
            }
            at = next(at, table);
        }
        return at;
    }

    /** Makes room for that number of references in all, so that adding them one by one seldom doubles a table. */
    void reserve(long references) {
        // Some get a tenth more than others.
        int wanted = (int) ((references >>> TABLE_BITS) * 3 / 2);
        for (int i = 0; i < tables.length; i++) {
            if (wanted > CAPACITY_MIN && tables[i].length < wanted) {
                tables[i] = widened(tables[i], wanted);
            }
        }
    }

    /** Bytes of heap. */
    long heapBytes() {
        long bytes = Integer.BYTES * 2L * tables.length;
        for (long[] table : tables) {
            bytes += ARRAY_HEADER + (long) Long.BYTES * table.length;
        }
        return bytes;
    }

    private long[] widened(long[] table, int capacity) {
        long[] wider = new long[capacity];
        for (long entry : table) {
            if (entry != 0) {
                insert(wider, entry);
            }
        }
        return wider;
    }

    private void insert(long[] table, long entry) {
        int at = home(entry, table);
        while (table[at] != 0) {
            at = next(at, table);
        }
        table[at] = entry;
    }
}
