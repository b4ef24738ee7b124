package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.StateBytes;

/**
 * key -> (value, version, held, confirmed). A counter is one block of longs: its numbers, then its key. A counter of
 * version 0 is absent, but its row stays while units of it are held or confirmed. A row of zeros may exist during a
 * command; {@link #settle} frees it if it stays so. A negative version marks a token bucket: its value is the time in
 * ns of log time at which it is full. Keeps the sum of the hashes of all rows, for the digest. Owned by the state
 * thread; allocates only to grow.
 *
 * <p>Held and confirmed are sums modulo 2^64, so every addition can be undone. The rules never iterate over this table,
 * so its order never shows.
 */
final class Counters {
    /** A slot that does not exist. */
    static final int NONE = -1;

    private static final int VALUE = 0;
    private static final int VERSION = 1;
    private static final int HELD = 2;
    private static final int CONFIRMED = 3;

    /** Low half: bytes of the key; 0 in a block that is free. High half: of a bucket, its position in the heap. */
    private static final int LENGTH = 4;

    /** The key, eight bytes to a long, little-endian, padded with zeros. */
    static final int KEY = 5;

    private final Slab slab = new Slab(size(Op.KEY_LENGTH_MAX));
    private final Index index = new Index(Integer.SIZE);
    private final Buckets buckets = new Buckets(this);
    private int standing;
    private int rows;
    private long bytes;
    private long seed;
    private long sum;

    @SuppressWarnings("unused") // Written so that the compiler keeps the reads that fetch the cache lines.
    private long touched;

    /** Sets the seed of all hashes; only while empty. */
    void seed(long newSeed) {
        if (standing != 0) {
            throw new IllegalStateException("the hash seed changed with " + standing + " counters present");
        }
        seed = newSeed;
    }

    /** Reserves space for that number of counters. */
    void reserve(long counters) {
        index.reserve(counters);
    }

    /** Hash of a key, for the other methods. */
    long hash(byte[] key, int offset, int length) {
        return Hash.of(key, offset, length, seed);
    }

    /** Prefetches the index entry of that hash. */
    void touch(long hash) {
        index.touch(hash);
    }

    /** Prefetches the row of that key, both cache lines that it may span; its index entry is in the cache already. */
    void touchRow(long hash) {
        long[] table = index.table(hash);
        for (int at = index.home(hash, table); table[at] != 0; at = Index.next(at, table)) {
            if (index.mayBe(table[at], hash)) {
                int slot = (int) index.reference(table[at]);
                long[] page = slab.page(slot);
                int row = slab.position(slot);
                touched += page[row] + page[row + KEY];
                return;
            }
        }
    }

    /** The slot of a key, or {@link #NONE}. */
    int find(byte[] key, int offset, int length, long hash) {
        long[] table = index.table(hash);
        for (int at = index.home(hash, table); table[at] != 0; at = Index.next(at, table)) {
            long entry = table[at];
            if (index.mayBe(entry, hash)) {
                int slot = (int) index.reference(entry);
                if (holds(slot, key, offset, length)) {
                    return slot;
                }
            }
        }
        return NONE;
    }

    /** Returns the slot of a key; creates a missing one, absent until it is set. */
    int acquire(byte[] key, int offset, int length, long hash) {
        int slot = find(key, offset, length, hash);
        if (slot != NONE) {
            return slot;
        }
        slot = slab.take(size(length));
        long[] page = slab.page(slot);
        int at = slab.position(slot);
        page[at + VALUE] = 0;
        page[at + VERSION] = 0;
        page[at + HELD] = 0;
        page[at + CONFIRMED] = 0;
        page[at + LENGTH] = length;
        for (int done = 0; done < length; done += Long.BYTES) {
            page[at + KEY + (done >>> 3)] = KeyLongs.word(key, offset + done, length - done);
        }
        index.add(hash, slot);
        standing++;
        return slot;
    }

    /** Sets a counter's numbers; a version of 0 makes it absent, and its value must be 0 then. */
    void set(int slot, long hash, long value, long version, long held, long confirmed) {
        long[] page = slab.page(slot);
        int at = slab.position(slot);
        long before = page[at + VERSION];
        boolean earlier = value < page[at + VALUE];
        sum -= rowHash(hash, page[at + VALUE], before, page[at + HELD], page[at + CONFIRMED]);
        sum += rowHash(hash, value, version, held, confirmed);
        int more = stands(version, held, confirmed) - stands(before, page[at + HELD], page[at + CONFIRMED]);
        if (more != 0) {
            rows += more;
            bytes += more * StateBytes.counter((int) page[at + LENGTH]);
        }
        page[at + VALUE] = value;
        page[at + VERSION] = version;
        page[at + HELD] = held;
        page[at + CONFIRMED] = confirmed;
        if ((before ^ version) < 0) {
            turn(slot, version < 0);
        } else if (version < 0 && earlier) {
            // A take only raises the time, but a command that failed after a remove is undone step by step.
            buckets.change(bucketPosition(slot), value);
        }
    }

    private void turn(int slot, boolean toBucket) {
        if (toBucket) {
            bytes += StateBytes.BUCKET;
            buckets.add(slot, value(slot), Long.reverseBytes(field(slot, KEY)));
        } else {
            bytes -= StateBytes.BUCKET;
            buckets.remove(bucketPosition(slot));
        }
    }

    /** Frees a slot whose row is all zeros; no effect on any other slot or a free one. */
    void settle(int slot, long hash) {
        // A command may name one key twice: the first settle may have given the page back.
        int length = slab.isThere(slot) ? keyLength(slot) : 0;
        if (length == 0 || stands(field(slot, VERSION), field(slot, HELD), field(slot, CONFIRMED)) != 0) {
            return;
        }
        index.remove(hash, slot);
        slab.page(slot)[slab.position(slot) + LENGTH] = 0;
        slab.free(slot, size(length));
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

    /** Whether that slot has a row, if only for held or confirmed units. */
    boolean stands(int slot) {
        return slot != NONE && stands(field(slot, VERSION), field(slot, HELD), field(slot, CONFIRMED)) != 0;
    }

    /** The first bucket that is full again, by time and then by key, or {@link #NONE}. */
    int passedBucket(long nowNanos) {
        return buckets.passed(nowNanos);
    }

    /** Buckets that are not known to be full. */
    int buckets() {
        return buckets.size();
    }

    /** Copies the key of a slot to the start of {@code target}; returns its length. */
    int copyKey(int slot, byte[] target) {
        long[] page = slab.page(slot);
        int at = slab.position(slot);
        int length = keyLength(slot);
        for (int done = 0; done < length; done += Long.BYTES) {
            KeyLongs.put(target, done, page[at + KEY + (done >>> 3)]);
        }
        return length;
    }

    /** Compares two keys as bytes. */
    int compareKeys(int slot, int other) {
        int length = Math.min(keyLength(slot), keyLength(other));
        for (int done = 0; done < length; done += Long.BYTES) {
            long own = Long.reverseBytes(field(slot, KEY + (done >>> 3)));
            int order = Long.compareUnsigned(own, Long.reverseBytes(field(other, KEY + (done >>> 3))));
            if (order != 0) {
                return order;
            }
        }
        return keyLength(slot) - keyLength(other);
    }

    private int bucketPosition(int slot) {
        return (int) (field(slot, LENGTH) >>> Integer.SIZE);
    }

    void bucketPosition(int slot, int position) {
        long[] page = slab.page(slot);
        int at = slab.position(slot) + LENGTH;
        page[at] = (long) position << Integer.SIZE | page[at] & 0xFFFFFFFFL;
    }

    Index index() {
        return index;
    }

    /** Rows that exist, those of absent counters with held or confirmed units included. */
    int count() {
        return rows;
    }

    /** Bytes of these rows, as {@link StateBytes} counts them. */
    long bytes() {
        return bytes;
    }

    /** Sum of the hashes of all rows, modulo 2^64. */
    long sum() {
        return sum;
    }

    int keyLength(int slot) {
        return (int) field(slot, LENGTH);
    }

    long field(int slot, int field) {
        return slab.page(slot)[slab.position(slot) + field];
    }

    private boolean holds(int slot, byte[] key, int offset, int length) {
        long[] page = slab.page(slot);
        int at = slab.position(slot);
        if ((int) page[at + LENGTH] != length) {
            return false;
        }
        int word = at + KEY;
        for (int done = 0; done < length; done += Long.BYTES) {
            if (page[word++] != KeyLongs.word(key, offset + done, length - done)) {
                return false;
            }
        }
        return true;
    }

    private static int size(int length) {
        return KEY + (length + Long.BYTES - 1 >>> 3);
    }

    private static int stands(long version, long held, long confirmed) {
        return (version | held | confirmed) == 0 ? 0 : 1;
    }

    /** Returns 0 for a row of zeros, so creating and settling one leaves no trace. */
    private static long rowHash(long hash, long value, long version, long held, long confirmed) {
        if (stands(version, held, confirmed) == 0) {
            return 0;
        }
        long mixed = Hash.mix(Hash.mix(hash, value), version);
        return held == 0 && confirmed == 0 ? mixed : Hash.mix(Hash.mix(mixed, held), confirmed);
    }
}
