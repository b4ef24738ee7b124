package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import java.util.Arrays;

/**
 * Finds references by hash: 1,024 small hash tables with linear probing. A full table grows alone, so a rehash stops
 * the lane for a thousandth of the entries, never for all. It grows by a quarter, so an entry takes 10.7 to 13.3 bytes,
 * never the 21 of a doubled table. Owned by the state thread.
 *
 * <p>An entry is one long: the upper bits of the hash that fit, then the reference + 1; 0 is empty. The uppermost ten
 * bits choose the table; the kept bits after them choose the place in it, in proportion. So no hash is computed again
 * to grow or to close a gap.
 */
final class Index {
    private static final int TABLE_BITS = 10;
    private static final int TABLE_SHIFT = Long.SIZE - TABLE_BITS;
    private static final int CAPACITY_MIN = 16;

    /** Places in a cache line, nearly. */
    private static final int LINE = 7;

    /** References added together, so that their memory accesses overlap. */
    private static final int PENDING_MAX = 64;

    /** Every table before its first entry: it has the empty place that ends a search, and is never written. */
    private static final long[] NOTHING = new long[1];

    private final int shift;
    private final int homeBits;
    private final long referenceMask;
    private final long[][] tables = new long[1 << TABLE_BITS][];
    private final int[] counts = new int[1 << TABLE_BITS];

    @SuppressWarnings("unused") // Written so that the compiler keeps the reads that fetch the cache lines.
    private long touched;

    private final long[] pendingHashes = new long[PENDING_MAX];
    private final long[] pendingReferences = new long[PENDING_MAX];
    private int pending;

    /** Creates an index of references of that number of bits; all ones is no reference. */
    Index(int referenceBits) {
        shift = referenceBits;
        homeBits = TABLE_SHIFT - referenceBits;
        referenceMask = (1L << referenceBits) - 1;
        Arrays.fill(tables, NOTHING);
    }

    /** Hash of a command's id; two tenants may use the same one. An id of the empty tenant, 0, costs no step more. */
    static long hash(long seed, long tenant, long idHi, long idLo) {
        return Hash.mix(Hash.mix(tenant == 0 ? seed : Hash.mix(seed, tenant), idHi), idLo);
    }

    /** The table for that hash; an empty place ends every search. */
    long[] table(long hash) {
        return tables[(int) (hash >>> TABLE_SHIFT)];
    }

    /** Start of a search for that hash, or for an entry of it, in its table; the search continues at {@link #next}. */
    int home(long hash, long[] table) {
        return (int) ((hash << TABLE_BITS >>> TABLE_BITS + shift) * table.length >>> homeBits);
    }

    /** The place after {@code at}, around the end. */
    static int next(int at, long[] table) {
        return at + 1 == table.length ? 0 : at + 1;
    }

    /** Whether an entry may be of that hash: few others match it in all kept bits. */
    boolean mayBe(long entry, long hash) {
        return entry >>> shift == hash >>> shift;
    }

    /** The reference of an entry. */
    long reference(long entry) {
        return (entry & referenceMask) - 1;
    }

    /** Prefetches the places that a search reads, five on average. */
    void touch(long hash) {
        long[] table = table(hash);
        int home = home(hash, table);
        touched += table[home] + table[Math.min(home + LINE, table.length - 1)];
    }

    /** Adds a reference that is not present yet. */
    void add(long hash, long reference) {
        int number = (int) (hash >>> TABLE_SHIFT);
        long[] table = tables[number];
        if (++counts[number] > table.length * 3 / 4) {
            table = widened(table, Math.max(CAPACITY_MIN, table.length * 5 / 4));
            tables[number] = table;
        }
        insert(table, hash & ~referenceMask | reference + 1);
    }

    /** Adds a reference later, by {@link #addPending} at the latest; until then it can't be found. */
    void addLater(long hash, long reference) {
        pendingHashes[pending] = hash;
        pendingReferences[pending] = reference;
        if (++pending == PENDING_MAX) {
            addPending();
        }
    }

    /** Adds all postponed references. */
    void addPending() {
        for (int i = 0; i < pending; i++) {
            touch(pendingHashes[i]);
        }
        for (int i = 0; i < pending; i++) {
            add(pendingHashes[i], pendingReferences[i]);
        }
        pending = 0;
    }

    /** Replaces a reference by another. */
    void replace(long hash, long reference, long by) {
        long[] table = table(hash);
        table[where(hash, table, reference)] = hash & ~referenceMask | by + 1;
    }

    /** Removes a present reference; closes the gap, so that no search meets one. */
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

    /** Number of places from one to the other, around the end. */
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

    /** Reserves space for that number of references in all, so that adding them one by one seldom grows a table. */
    void reserve(long references) {
        // Some tables get a tenth more than others.
        int wanted = (int) ((references >>> TABLE_BITS) * 3 / 2);
        for (int i = 0; i < tables.length; i++) {
            if (wanted > CAPACITY_MIN && tables[i].length < wanted) {
                tables[i] = widened(tables[i], wanted);
            }
        }
    }

    /** Receives references; see {@link #forEach}. */
    interface ReferenceSink {
        void reference(long reference);
    }

    /** Passes all references to {@code sink}, in the order of the tables. */
    void forEach(ReferenceSink sink) {
        for (long[] table : tables) {
            for (long entry : table) {
                if (entry != 0) {
                    sink.reference(reference(entry));
                }
            }
        }
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
