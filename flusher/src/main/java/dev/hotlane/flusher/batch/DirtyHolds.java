package dev.hotlane.flusher.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/*
 * Why opened and resolved leave nothing
 *
 * Sequences grow, so a hold was opened since the last cut exactly if its sequence is not below that of the first one
 * opened since. When such a hold is resolved, its block and slot are removed. So however long MySQL is away, the map
 * contains the open holds and, as tombstones, those whose rows MySQL has. After a take-over MySQL may have rows of
 * holds that were opened and resolved here: the writer deletes them by their range, see HoldRows.
 *
 * Layout. A slot is two longs: the sequence, and one plus the place of its block; 0 is an empty slot, TOMBSTONE one
 * without a block. Linear probing; a removal moves later entries back, so no markers accumulate. A block:
 *
 *   at  size  block, little-endian
 *    0     8  created_at
 *    8     8  expires_at
 *   16     4  i, length of the image
 *   20     1  n, length of the id
 *   21     1  t, length of the tenant
 *   22     2  o, length of the owner
 *   24  ..... id, owner, tenant, image
 */

/**
 * The open holds changed since the last cut, and the deletions of those that were open at it: open addressing on the
 * sequence. Owned by one thread at a time.
 */
public final class DirtyHolds {
    private static final int HEADER = 24;
    private static final long EMPTY = 0;
    private static final long TOMBSTONE = -1;
    private static final long NONE_OPENED = Long.MAX_VALUE;
    private static final int CAPACITY_MIN = 1 << 10;
    /** Slots; two longs each. At most half of them are in use: far more holds than any rules allow to be open. */
    private static final int CAPACITY_MAX = 1 << 28;
    /** Clears in a row that found the table nearly empty, after which the memory of a spike is freed. */
    private static final int SLACK_CLEARS_MAX = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final BlockSlab slab = new BlockSlab();
    private long[] table = new long[2 * CAPACITY_MIN];
    private int capacity = CAPACITY_MIN;
    private int size;
    private int sizeMost;
    private int slackClears;
    private long firstOpened = NONE_OPENED;
    private long newest = -1;

    /** A new hold, newer than every other. */
    public void opened(OpenHold hold) {
        if (hold.sequence <= newest) {
            throw new IllegalArgumentException("hold " + hold.sequence + " opened after hold " + newest);
        }
        put(hold);
        firstOpened = Math.min(firstOpened, hold.sequence);
        newest = hold.sequence;
    }

    /** The latest image of an open hold, whenever it was opened. */
    void changed(OpenHold hold) {
        int slot = find(hold.sequence);
        long place = table[slot + 1];
        if (place == TOMBSTONE || (place == EMPTY && hold.sequence >= firstOpened)) {
            throw new IllegalArgumentException("hold " + hold.sequence + " changed, but it is not open");
        }
        put(hold);
        newest = Math.max(newest, hold.sequence);
    }

    /** The hold is resolved. */
    void resolved(long sequence) {
        int slot = find(sequence);
        long place = table[slot + 1];
        boolean openedHere = sequence >= firstOpened;
        if (place == TOMBSTONE || (place == EMPTY && openedHere)) {
            throw new IllegalArgumentException("hold " + sequence + " resolved, but it is not open");
        }
        if (place != EMPTY) {
            slab.free(place - 1, blockBytes(place - 1));
        }
        if (openedHere) {
            takeOut(slot);
        } else {
            set(slot, sequence, TOMBSTONE);
        }
        newest = Math.max(newest, sequence);
    }

    /** Entries: images and tombstones. */
    public int size() {
        return size;
    }

    /** Sequence of the first hold opened since the last cut, resolved since or not; Long.MAX_VALUE for none. */
    public long firstOpened() {
        return firstOpened;
    }

    /** Greatest sequence received since the last cut, -1 for none. */
    long newest() {
        return newest;
    }

    /** Bytes of heap allocated, used or not. */
    long heapBytes() {
        return 8L * table.length + slab.heapBytes();
    }

    /** Removes all entries. Keeps up to 16 MiB, unless 16 clears in a row found less than a sixteenth of it in use. */
    void clear() {
        boolean slack = sizeMost < capacity / 16 && capacity > CAPACITY_MIN;
        slackClears = slack ? slackClears + 1 : 0;
        boolean large = heapBytes() > DirtyMap.KEPT_BYTES_MAX;
        boolean shrink = large || slackClears >= SLACK_CLEARS_MAX;
        int pagesKept = large ? 0 : shrink ? slab.pagesUsed() : Integer.MAX_VALUE;
        if (shrink) {
            slackClears = 0;
            capacity = large ? CAPACITY_MIN : Math.max(CAPACITY_MIN, capacity / 4);
            table = new long[2 * capacity];
        } else if (size > 0) {
            Arrays.fill(table, 0);
        }
        slab.clear(pagesKept);
        size = 0;
        sizeMost = 0;
        firstOpened = NONE_OPENED;
        newest = -1;
    }

    private void put(OpenHold hold) {
        hold.require();
        int bytes = HEADER + hold.idLength + hold.ownerLength + hold.tenantLength + hold.imageLength;
        int slot = find(hold.sequence);
        long place = table[slot + 1] - 1;
        if (place >= 0 && BlockSlab.blockBytes(blockBytes(place)) != BlockSlab.blockBytes(bytes)) {
            slab.free(place, blockBytes(place));
            place = -1;
        }
        if (place < 0) {
            place = slab.take(bytes);
            set(slot, hold.sequence, place + 1);
        }
        fill(slab.page(place), BlockSlab.position(place), hold);
    }

    private static void fill(byte[] page, int at, OpenHold hold) {
        LONG.set(page, at, hold.createdAt);
        LONG.set(page, at + 8, hold.expiresAt);
        INT.set(page, at + 16, hold.imageLength);
        page[at + 20] = (byte) hold.idLength;
        page[at + 21] = (byte) hold.tenantLength;
        SHORT.set(page, at + 22, (short) hold.ownerLength);
        int to = at + HEADER;
        System.arraycopy(hold.bytes, hold.id, page, to, hold.idLength);
        to += hold.idLength;
        System.arraycopy(hold.bytes, hold.owner, page, to, hold.ownerLength);
        to += hold.ownerLength;
        System.arraycopy(hold.bytes, hold.tenant, page, to, hold.tenantLength);
        System.arraycopy(hold.bytes, hold.image, page, to + hold.tenantLength, hold.imageLength);
    }

    private int blockBytes(long place) {
        byte[] page = slab.page(place);
        int at = BlockSlab.position(place);
        int names = page[at + 20] + page[at + 21] + (short) SHORT.get(page, at + 22);
        return HEADER + (int) INT.get(page, at + 16) + names;
    }

    /** Index in the table of the sequence's slot, or of the empty one where it belongs. */
    private int find(long sequence) {
        int mask = capacity - 1;
        int index = home(sequence);
        while (table[2 * index + 1] != EMPTY && table[2 * index] != sequence) {
            index = index + 1 & mask;
        }
        return 2 * index;
    }

    private int home(long sequence) {
        return (int) (sequence * 0x9E3779B97F4A7C15L >>> 32) & capacity - 1;
    }

    private void set(int slot, long sequence, long place) {
        boolean fresh = table[slot + 1] == EMPTY;
        table[slot] = sequence;
        table[slot + 1] = place;
        if (fresh && ++size > capacity / 2) {
            grow();
        }
        sizeMost = Math.max(sizeMost, size);
    }

    /** Empties a slot and moves back later entries that could no longer be found. */
    private void takeOut(int slot) {
        int mask = capacity - 1;
        int gap = slot >>> 1;
        for (int at = gap + 1 & mask; table[2 * at + 1] != EMPTY; at = at + 1 & mask) {
            int home = home(table[2 * at]);
            if ((at - home & mask) >= (at - gap & mask)) {
                table[2 * gap] = table[2 * at];
                table[2 * gap + 1] = table[2 * at + 1];
                gap = at;
            }
        }
        table[2 * gap + 1] = EMPTY;
        size--;
    }

    private void grow() {
        if (capacity == CAPACITY_MAX) {
            throw new IllegalStateException("more than " + capacity / 2 + " changed holds since the last flush");
        }
        long[] old = table;
        capacity *= 2;
        table = new long[2 * capacity];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != EMPTY) {
                int slot = find(old[i]);
                table[slot] = old[i];
                table[slot + 1] = old[i + 1];
            }
        }
    }

    // Read by the writer.

    /** Writes all sequences, in no order, and returns their number. */
    public int sequences(long[] into) {
        int count = 0;
        for (int i = 0; i < table.length; i += 2) {
            if (table[i + 1] != EMPTY) {
                into[count++] = table[i];
            }
        }
        return count;
    }

    /** Points the carrier at the entry of a sequence that is in the map; returns false for a tombstone. */
    public boolean read(long sequence, OpenHold hold) {
        long place = table[find(sequence) + 1];
        if (place == TOMBSTONE) {
            return false;
        }
        byte[] page = slab.page(place - 1);
        int at = BlockSlab.position(place - 1);
        hold.sequence = sequence;
        hold.createdAt = (long) LONG.get(page, at);
        hold.expiresAt = (long) LONG.get(page, at + 8);
        hold.bytes = page;
        hold.imageLength = (int) INT.get(page, at + 16);
        hold.idLength = page[at + 20];
        hold.tenantLength = page[at + 21];
        hold.ownerLength = (short) SHORT.get(page, at + 22);
        hold.id = at + HEADER;
        hold.owner = hold.id + hold.idLength;
        hold.tenant = hold.owner + hold.ownerLength;
        hold.image = hold.tenant + hold.tenantLength;
        return true;
    }
}
