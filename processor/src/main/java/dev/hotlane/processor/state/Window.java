package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The last commands and their outcomes, oldest first, found by id. An entry is its sequence and the payload of {@link
 * Outcome}, as it also stands in the checkpoint. Entries lie in pages one after the other and leave in the order they
 * came. Owned by the state thread.
 */
final class Window {
    /** Most entries that one record drops, so that a long quiet time is not paid for at once. */
    static final int DROPS_MAX = 4_096;

    private static final int PAGE_BITS = 20;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;
    private static final int HEADER = Long.BYTES + Short.BYTES;
    private static final int TAG_SHIFT = 36;
    private static final long PLACE_MASK = (1L << TAG_SHIFT) - 1;
    private static final int CAPACITY_MIN = 1 << 12;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Pages by number modulo its length; a page's number never changes while it is in use. */
    private byte[][] pages = new byte[16][];

    private byte[] spare;

    /** Open addressing, linear probing: 28 bits of the id's hash, then place + 1 in 36 bits; 0 is empty. */
    private long[] table = new long[CAPACITY_MIN];

    private long head;
    private long tail;
    private int count;
    private long sum;

    /** Where the entry of that id starts, or -1. */
    long find(long idHi, long idLo) {
        int mask = table.length - 1;
        int tag = tag(idHi, idLo);
        for (int at = tag & mask; ; at = at + 1 & mask) {
            long entry = table[at];
            if (entry == 0) {
                return -1;
            }
            if ((int) (entry >>> TAG_SHIFT) == tag) {
                long place = place(entry);
                if (Outcome.is(page(place), position(place) + HEADER, idHi, idLo)) {
                    return place;
                }
            }
        }
    }

    /** Whether the window has this very entry. */
    boolean holds(long sequence, byte[] payload, int offset, int length) {
        long place = find(Outcome.idHi(payload, offset), Outcome.idLo(payload, offset));
        if (place < 0) {
            return false;
        }
        byte[] page = page(place);
        int at = position(place);
        int payloadAt = at + HEADER;
        return (long) LONG.get(page, at) == sequence
                && ((short) SHORT.get(page, at + Long.BYTES) & 0xFFFF) == length
                && Arrays.equals(page, payloadAt, payloadAt + length, payload, offset, offset + length);
    }

    /** Points {@code outcome} at the entry that starts at that place. */
    void read(long place, Outcome outcome) {
        byte[] page = page(place);
        int at = position(place);
        outcome.wrap(page, at + HEADER, (long) LONG.get(page, at));
    }

    /** Appends an entry. Its id must not be in the window. */
    void append(long sequence, byte[] payload, int offset, int length) {
        if (count + 1 > table.length / 2) {
            rehash(table.length * 2);
        }
        int position = position(tail);
        if (position + HEADER + length > PAGE_BYTES) {
            tail += PAGE_BYTES - position;
        }
        if (count == 0) {
            recycleUpTo(tail);
        }
        byte[] page = tailPage();
        int at = position(tail);
        LONG.set(page, at, sequence);
        SHORT.set(page, at + Long.BYTES, (short) length);
        System.arraycopy(payload, offset, page, at + HEADER, length);
        int tag = tag(Outcome.idHi(page, at + HEADER), Outcome.idLo(page, at + HEADER));
        insert(table, (long) tag << TAG_SHIFT | (tail & PLACE_MASK) + 1);
        tail += HEADER + length;
        count++;
        sum += entryHash(page, at, length);
    }

    /** Drops the oldest entry; gives its keep-time. */
    long drop() {
        byte[] page = page(head);
        int at = position(head);
        int length = (short) SHORT.get(page, at + Long.BYTES) & 0xFFFF;
        long keepTime = Outcome.keepTime(page, at + HEADER);
        unlink(tag(Outcome.idHi(page, at + HEADER), Outcome.idLo(page, at + HEADER)), head);
        sum -= entryHash(page, at, length);
        count--;
        recycleUpTo(head + HEADER + length);
        skipPageEnd();
        return keepTime;
    }

    /** Keep-time of the oldest entry; there must be one. */
    long oldestKeepTime() {
        return Outcome.keepTime(page(head), position(head) + HEADER);
    }

    /** Sequence of the oldest entry; there must be one. */
    long oldestSequence() {
        return (long) LONG.get(page(head), position(head));
    }

    /** Entries in the window. */
    int count() {
        return count;
    }

    /** Sum of the hashes of all entries, modulo 2^64. */
    long sum() {
        return sum;
    }

    /** Moves the head past the unused end of a page. */
    private void skipPageEnd() {
        int position = position(head);
        if (count > 0 && (position + HEADER > PAGE_BYTES || isUnused(page(head), position))) {
            recycleUpTo(head + PAGE_BYTES - position);
        }
    }

    /** Moves the head; of the pages it leaves behind one is kept for the tail. */
    private void recycleUpTo(long place) {
        for (long number = head >>> PAGE_BITS; number < place >>> PAGE_BITS; number++) {
            int index = (int) number & pages.length - 1;
            spare = pages[index] == null ? spare : pages[index];
            pages[index] = null;
        }
        head = place;
    }

    private static boolean isUnused(byte[] page, int position) {
        return (short) SHORT.get(page, position + Long.BYTES) == 0;
    }

    private byte[] tailPage() {
        int live = (int) ((tail >>> PAGE_BITS) - (head >>> PAGE_BITS)) + 1;
        if (live > pages.length) {
            widen();
        }
        int index = index(tail);
        if (pages[index] == null) {
            pages[index] = spare == null ? new byte[PAGE_BYTES] : spare;
            spare = null;
            Arrays.fill(pages[index], (byte) 0);
        }
        return pages[index];
    }

    private void widen() {
        byte[][] wider = new byte[pages.length * 2][];
        for (long number = head >>> PAGE_BITS; number < tail >>> PAGE_BITS; number++) {
            wider[(int) number & wider.length - 1] = pages[(int) number & pages.length - 1];
        }
        pages = wider;
    }

    private byte[] page(long place) {
        return pages[index(place)];
    }

    private int index(long place) {
        return (int) (place >>> PAGE_BITS) & pages.length - 1;
    }

    private static int position(long place) {
        return (int) place & PAGE_BYTES - 1;
    }

    /** Places are stored modulo 2^36 (64 GiB of entries, far more than ever live at once). */
    private long place(long entry) {
        long low = (entry & PLACE_MASK) - 1 & PLACE_MASK;
        return head + (low - head & PLACE_MASK);
    }

    private void unlink(int tag, long place) {
        int mask = table.length - 1;
        long wanted = (long) tag << TAG_SHIFT | (place & PLACE_MASK) + 1;
        int hole = tag & mask;
        while (table[hole] != wanted) {
            hole = hole + 1 & mask;
        }
        for (int at = hole + 1 & mask; table[at] != 0; at = at + 1 & mask) {
            int home = (int) (table[at] >>> TAG_SHIFT) & mask;
            if ((at - home & mask) >= (at - hole & mask)) {
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
        int at = (int) (entry >>> TAG_SHIFT) & mask;
        while (table[at] != 0) {
            at = at + 1 & mask;
        }
        table[at] = entry;
    }

    private static int tag(long idHi, long idLo) {
        return (int) (Hash.mix(idHi, idLo) >>> TAG_SHIFT);
    }

    private static long entryHash(byte[] page, int at, int length) {
        return Hash.of(page, at, HEADER + length, 0);
    }
}
