package dev.hotlane.flusher.batch;

import java.util.Arrays;

/*
 * Layout. A slot of the table is one long: the entry's 32-bit tag above, its position in the slab plus one below; 0 is
 * an empty slot. The tag is also what the slot's index is cut from, so growing the table never touches a key. An entry
 * lies in the slab as consecutive longs, one or two cache lines for a usual key, and never spans two pages:
 *
 *   word 0      length of the key in bits 0..30, bit 31 set when the key is removed
 *   word 1..4   value, version, held, confirmed
 *   word 5..    the key, 8 bytes to a word, big-endian and padded with zeros, so that comparing words compares bytes
 *
 * Pages instead of one array: growing never copies entries, so the flush thread never stalls on a large batch. A page
 * that is left early ends with a zero word, which no entry begins with.
 */

/**
 * The latest values of the keys changed since the last cut: open addressing on byte keys with linear probing. Owned by
 * one thread at a time. A key is there once; removing it leaves a tombstone until the map is cleared.
 */
@SuppressWarnings("unused") // Field touched is written so that the compiler keeps the reads that fetch the lines.
public final class DirtyMap {
    /** Longest key in bytes, as in the log and in MySQL's key column. */
    public static final int KEY_BYTES_MAX = 200;

    public static final int VALUE = 1;
    static final int VERSION = 2;
    static final int HELD = 3;
    public static final int CONFIRMED = 4;
    public static final int KEY = 5;
    private static final long REMOVED = 1L << 31;
    private static final long LENGTH_MASK = REMOVED - 1;

    /** 256 KiB: at most half a region of G1, which gives a larger array whole regions of its own. */
    static final int PAGE_BITS = 15;

    static final int PAGE_WORDS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_WORDS - 1;
    /** 65,535 pages of 256 KiB: positions stay positive ints. Never reached before the heap ends. */
    private static final int PAGES_MAX = Integer.MAX_VALUE >>> PAGE_BITS;

    private static final int CAPACITY_MIN = 1 << 12;
    private static final int CAPACITY_MAX = 1 << 30;
    /** Clears in a row that found the table nearly empty, after which the memory of a spike is freed. */
    private static final int SLACK_CLEARS_MAX = 16;
    /** A map that has more frees it when it is cleared: the other batch may need the heap next. */
    static final long KEPT_BYTES_MAX = 16 << 20;

    private long[] table = new long[CAPACITY_MIN];
    private long[][] pages = new long[4][];
    private int pageCount = 1;
    private int next;
    private int size;
    private int growAt = CAPACITY_MIN / 2;
    private int slackClears;
    private long touched;

    public DirtyMap() {
        pages[0] = new long[PAGE_WORDS];
    }

    /** Sets all four numbers of a key; the latest call wins, also over a tombstone. The hash is any good 64-bit one. */
    public void put(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        int position = claim(key, offset, length, tag(hash));
        long[] page = pages[position >>> PAGE_BITS];
        int at = position & PAGE_MASK;
        page[at] = length;
        page[at + VALUE] = value;
        page[at + VERSION] = version;
        page[at + HELD] = held;
        page[at + CONFIRMED] = confirmed;
    }

    /**
     * Prefetches the keys of these hashes: their table places in one loop, their entries in a second. The memory
     * accesses of one loop overlap.
     */
    void touch(long[] hashes, int count) {
        long[] slots = table;
        int mask = slots.length - 1;
        long seen = 0;
        for (int i = 0; i < count; i++) {
            seen += slots[tag(hashes[i]) & mask];
        }
        for (int i = 0; i < count; i++) {
            int tag = tag(hashes[i]);
            long slot = slots[tag & mask];
            if ((int) (slot >>> 32) == tag) {
                int position = (int) slot - 1;
                long[] page = pages[position >>> PAGE_BITS];
                int at = position & PAGE_MASK;
                seen += page[at] + page[at + KEY];
            }
        }
        touched = seen;
    }

    /** Leaves a tombstone: the key is to be deleted from MySQL. */
    public void remove(byte[] key, int offset, int length, long hash) {
        int position = claim(key, offset, length, tag(hash));
        pages[position >>> PAGE_BITS][position & PAGE_MASK] = length | REMOVED;
    }

    /** Puts all entries of {@code newer} over those of the same keys. Both maps were filled with the same hash. */
    public void putAll(DirtyMap newer) {
        byte[] key = new byte[KEY_BYTES_MAX + Long.BYTES];
        for (long slot : newer.table) {
            if (slot != 0) {
                int from = (int) slot - 1;
                int to = claim(key, 0, DirtyPages.copyKey(newer, from, key), (int) (slot >>> 32));
                System.arraycopy(
                        newer.pages[from >>> PAGE_BITS],
                        from & PAGE_MASK,
                        pages[to >>> PAGE_BITS],
                        to & PAGE_MASK,
                        KEY);
            }
        }
    }

    /** Number of keys, tombstones included. */
    public int size() {
        return size;
    }

    /** Bytes of heap allocated, used or not. */
    public long heapBytes() {
        return 8L * table.length + 8L * PAGE_WORDS * pageCount;
    }

    /** Removes every key. Keeps up to 16 MiB, unless 16 clears in a row needed less than a sixteenth of it. */
    public void clear() {
        boolean slack = size < table.length / 16 && table.length > CAPACITY_MIN;
        slackClears = slack ? slackClears + 1 : 0;
        boolean large = heapBytes() > KEPT_BYTES_MAX;
        if (large || slackClears >= SLACK_CLEARS_MAX) {
            slackClears = 0;
            allocateTable(large ? CAPACITY_MIN : Math.max(CAPACITY_MIN, table.length / 4));
            pageCount = large ? 1 : Math.min(pageCount, (next >>> PAGE_BITS) + 1);
            Arrays.fill(pages, pageCount, pages.length, null);
        } else if (size > 0) {
            Arrays.fill(table, 0);
        }
        next = 0;
        size = 0;
    }

    /** Position of the key's entry; a missing entry is created. */
    private int claim(byte[] key, int offset, int length, int tag) {
        long[] slots = table;
        int mask = slots.length - 1;
        int index = tag & mask;
        for (long slot = slots[index]; slot != 0; slot = slots[index]) {
            if ((int) (slot >>> 32) == tag) {
                int position = (int) slot - 1;
                if (holds(position, key, offset, length)) {
                    return position;
                }
            }
            index = (index + 1) & mask;
        }
        int position = append(key, offset, length);
        slots[index] = ((long) tag << 32) | (position + 1);
        if (++size > growAt) {
            grow();
        }
        return position;
    }

    private static int tag(long hash) {
        return (int) (spread(hash) >>> 32);
    }

    /** The multiplication makes the high half depend on all bits of the caller's hash. */
    static long spread(long hash) {
        return hash * 0x9E3779B97F4A7C15L;
    }

    private boolean holds(int position, byte[] key, int offset, int length) {
        long[] page = pages[position >>> PAGE_BITS];
        int at = position & PAGE_MASK;
        if ((page[at] & LENGTH_MASK) != length) {
            return false;
        }
        int word = at + KEY;
        int i = offset;
        for (int end = offset + (length & ~7); i < end; i += 8) {
            if (page[word++] != KeyWords.whole(key, i)) {
                return false;
            }
        }
        int rest = length & 7;
        return rest == 0 || page[word] == KeyWords.padded(key, i, rest);
    }

    private int append(byte[] key, int offset, int length) {
        if (length <= 0 || length > KEY_BYTES_MAX) {
            throw new IllegalArgumentException("key of " + length + " bytes, expected 1.." + KEY_BYTES_MAX);
        }
        int words = words(length);
        // One word stays free in every page, for the end mark.
        if ((next & PAGE_MASK) + words >= PAGE_WORDS) {
            turnPage();
        }
        int position = next;
        next += words;
        long[] page = pages[position >>> PAGE_BITS];
        int word = (position & PAGE_MASK) + KEY;
        int i = offset;
        for (int end = offset + (length & ~7); i < end; i += 8) {
            page[word++] = KeyWords.whole(key, i);
        }
        int rest = length & 7;
        if (rest != 0) {
            page[word] = KeyWords.padded(key, i, rest);
        }
        return position;
    }

    private void turnPage() {
        int page = (next >>> PAGE_BITS) + 1;
        if (page > PAGES_MAX) {
            throw new IllegalStateException("more than 16 GB of changed keys since the last flush");
        }
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page * 2);
        }
        if (pages[page] == null) {
            pages[page] = new long[PAGE_WORDS];
            pageCount++;
        }
        pages[page - 1][next & PAGE_MASK] = 0;
        next = page << PAGE_BITS;
    }

    private void grow() {
        long[] old = table;
        if (old.length == CAPACITY_MAX) {
            throw new IllegalStateException("more than " + growAt + " changed keys since the last flush");
        }
        allocateTable(old.length * 2);
        int mask = table.length - 1;
        for (long slot : old) {
            if (slot != 0) {
                int index = (int) (slot >>> 32) & mask;
                while (table[index] != 0) {
                    index = (index + 1) & mask;
                }
                table[index] = slot;
            }
        }
    }

    private void allocateTable(int capacity) {
        table = new long[capacity];
        growAt = capacity / 2;
    }

    /** Passes all entries to {@code visitor} in the order of their arrival. For use without MySQL. */
    public void forEach(EntryVisitor visitor) {
        DirtyPages.forEach(this, 0, DirtyPages.count(this), visitor);
    }

    // Read by the writer, by position.

    /** Position after the last entry. */
    int end() {
        return next;
    }

    /** Position of the next entry, from the end of the entry before or the start of a page. */
    int entryFrom(int position) {
        boolean pageLeft = pages[position >>> PAGE_BITS][position & PAGE_MASK] == 0;
        return pageLeft ? (position >>> PAGE_BITS) + 1 << PAGE_BITS : position;
    }

    static int words(int keyLength) {
        return KEY + ((keyLength + 7) >>> 3);
    }

    public int keyLength(int position) {
        return (int) (pages[position >>> PAGE_BITS][position & PAGE_MASK] & LENGTH_MASK);
    }

    public boolean removed(int position) {
        return (pages[position >>> PAGE_BITS][position & PAGE_MASK] & REMOVED) != 0;
    }

    /** Word n of an entry: VALUE to CONFIRMED, or KEY + i for the i-th 8 bytes of the key. */
    public long word(int position, int n) {
        return pages[position >>> PAGE_BITS][(position & PAGE_MASK) + n];
    }
}
