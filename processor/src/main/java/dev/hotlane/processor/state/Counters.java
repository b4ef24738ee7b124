package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import java.util.Arrays;

/**
 * key -> (value, version, held, confirmed). Keys are bytes and are stored once, beside the numbers. A counter whose
 * version is 0 is absent: it may stand here for the length of a command, and is {@link #settle}d away if it stays so.
 * Keeps the sum of the hashes of all present counters, for the digest. Owned by the state thread; allocates only to
 * grow.
 *
 * <p>Nothing here iterates for the rules, so the order of the table never shows.
 */
final class Counters {
    /** A slot that does not exist. */
    static final int NONE = -1;

    private static final int ROW_LONGS = 5;
    private static final int VALUE = 0;
    private static final int VERSION = 1;
    private static final int HELD = 2;
    private static final int CONFIRMED = 3;
    private static final int KEY = 4;

    private static final int PAGE_BITS = 12;
    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_ROWS - 1;
    private static final int LENGTH_BITS = 8;
    private static final int CAPACITY_MIN = 1 << 10;

    private final KeySlab keys = new KeySlab();
    private long[][] rows = new long[16][];
    private int rowsEnd;
    private int rowsFree = NONE;
    private int standing;
    private int present;
    private long seed;
    private long sum;

    /** Open addressing, linear probing; an entry is the upper half of the hash and slot + 1; 0 is empty. */
    private long[] table = new long[CAPACITY_MIN];

    /** The seed of all hashes; only while empty. */
    void seed(long newSeed) {
        if (standing != 0) {
            throw new IllegalStateException("the hash seed changed with " + standing + " counters present");
        }
        seed = newSeed;
    }

    /** Makes room for so many counters at once, so that loading them never rehashes. */
    void reserve(long counters) {
        long wanted = Math.max(CAPACITY_MIN, Long.highestOneBit(Math.max(1, counters * 4 / 3)) * 2);
        if (wanted > table.length) {
            rehash((int) Math.min(wanted, 1 << 30));
        }
    }

    /** Hash of a key, to be given to the other methods. */
    long hash(byte[] key, int offset, int length) {
        return Hash.of(key, offset, length, seed);
    }

    /** The slot of a key, or {@link #NONE}. */
    int find(byte[] key, int offset, int length, long hash) {
        int mask = table.length - 1;
        int tag = tag(hash);
        for (int at = home(tag, mask); ; at = at + 1 & mask) {
            long entry = table[at];
            if (entry == 0) {
                return NONE;
            }
            if ((int) (entry >>> 32) == tag && holds((int) entry - 1, key, offset, length)) {
                return (int) entry - 1;
            }
        }
    }

    /** The slot of a key; a missing one is made, absent until it is set. */
    int acquire(byte[] key, int offset, int length, long hash) {
        int slot = find(key, offset, length, hash);
        if (slot != NONE) {
            return slot;
        }
        if (standing + 1 > table.length / 4 * 3) {
            rehash(table.length * 2);
        }
        slot = newRow();
        long[] row = rows[slot >>> PAGE_BITS];
        int at = (slot & PAGE_MASK) * ROW_LONGS;
        Arrays.fill(row, at, at + KEY, 0);
        row[at + KEY] = keys.store(key, offset, length) << LENGTH_BITS | length;
        insert(table, (long) tag(hash) << 32 | slot + 1);
        standing++;
        return slot;
    }

    /** Sets a counter's numbers; a version of 0 makes it absent. */
    void set(int slot, long hash, long value, long version, long held, long confirmed) {
        long[] row = rows[slot >>> PAGE_BITS];
        int at = (slot & PAGE_MASK) * ROW_LONGS;
        sum -= rowHash(hash, row[at], row[at + VERSION], row[at + HELD], row[at + CONFIRMED]);
        sum += rowHash(hash, value, version, held, confirmed);
        present += (version == 0 ? 0 : 1) - (row[at + VERSION] == 0 ? 0 : 1);
        row[at + VALUE] = value;
        row[at + VERSION] = version;
        row[at + HELD] = held;
        row[at + CONFIRMED] = confirmed;
    }

    /** Frees a slot that is absent; does nothing to one that is present. */
    void settle(int slot, long hash) {
        long[] row = rows[slot >>> PAGE_BITS];
        int at = (slot & PAGE_MASK) * ROW_LONGS;
        if (row[at + VERSION] != 0 || row[at + KEY] == 0) {
            return;
        }
        unlink(slot, tag(hash));
        keys.release(row[at + KEY] >>> LENGTH_BITS, keyLength(slot));
        row[at + KEY] = 0;
        row[at + VALUE] = rowsFree;
        rowsFree = slot;
        standing--;
    }

    long value(int slot) {
        return slot == NONE ? 0 : field(slot, VALUE);
    }

    long version(int slot) {
        return slot == NONE ? 0 : field(slot, VERSION);
    }

    long held(int slot) {
        return slot == NONE ? 0 : field(slot, HELD);
    }

    long confirmed(int slot) {
        return slot == NONE ? 0 : field(slot, CONFIRMED);
    }

    /** Counters that are present. */
    int count() {
        return present;
    }

    /** Sum of the hashes of all present counters, modulo 2^64. */
    long sum() {
        return sum;
    }

    private int keyLength(int slot) {
        return (int) field(slot, KEY) & (1 << LENGTH_BITS) - 1;
    }

    private long field(int slot, int field) {
        return rows[slot >>> PAGE_BITS][(slot & PAGE_MASK) * ROW_LONGS + field];
    }

    private boolean holds(int slot, byte[] key, int offset, int length) {
        long stored = field(slot, KEY);
        return ((int) stored & (1 << LENGTH_BITS) - 1) == length
                && keys.matches(stored >>> LENGTH_BITS, key, offset, length);
    }

    private int newRow() {
        if (rowsFree != NONE) {
            int slot = rowsFree;
            rowsFree = (int) field(slot, VALUE);
            return slot;
        }
        int page = rowsEnd >>> PAGE_BITS;
        if (page == rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2);
        }
        if (rows[page] == null) {
            rows[page] = new long[PAGE_ROWS * ROW_LONGS];
        }
        return rowsEnd++;
    }

    private void unlink(int slot, int tag) {
        int mask = table.length - 1;
        long wanted = (long) tag << 32 | slot + 1;
        int hole = home(tag, mask);
        while (table[hole] != wanted) {
            hole = hole + 1 & mask;
        }
        for (int at = hole + 1 & mask; table[at] != 0; at = at + 1 & mask) {
            int distance = at - home((int) (table[at] >>> 32), mask) & mask;
            if (distance >= (at - hole & mask)) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = 0;
    }

    private void rehash(int capacity) {
        long[] wider = new long[capacity];
        for (long entry : table) {
            if (entry != 0) {
                insert(wider, entry);
            }
        }
        table = wider;
    }

    private static void insert(long[] table, long entry) {
        int mask = table.length - 1;
        int at = home((int) (entry >>> 32), mask);
        while (table[at] != 0) {
            at = at + 1 & mask;
        }
        table[at] = entry;
    }

    private static int tag(long hash) {
        return (int) (hash >>> 32);
    }

    private static int home(int tag, int mask) {
        return tag & mask;
    }

    /** An absent counter counts nothing, so making and settling one leaves no trace. */
    private static long rowHash(long hash, long value, long version, long held, long confirmed) {
        if (version == 0) {
            return 0;
        }
        long mixed = Hash.mix(Hash.mix(hash, value), version);
        return held == 0 && confirmed == 0 ? mixed : Hash.mix(Hash.mix(mixed, held), confirmed);
    }
}
