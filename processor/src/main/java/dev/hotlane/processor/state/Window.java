package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.StateBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The last commands and their outcomes, oldest first, found by id. An entry is its sequence and the payload of
 * {@link Outcome}, as in the checkpoint. Entries are stored in pages one after the other and leave in the order they
 * came. Owned by the state thread.
 */
final class Window {
    /** Most entries that one record drops, so that one record after a long quiet time does not delay the lane. */
    static final int DROPS_MAX = 4_096;

    private static final int ASKED_MAX = 2 * LookAhead.RECORDS_MAX;
    /** 256 KiB: at most half a region of G1, which gives a larger array whole regions of its own. */
    private static final int PAGE_BITS = 18;

    private static final int PAGE_BYTES = 1 << PAGE_BITS;
    static final int HEADER = Long.BYTES + Short.BYTES;

    /** The index keeps places modulo 2^36: 64 GiB of entries, far more than exist at once, and whole pages. */
    private static final int PLACE_BITS = 36;

    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Pages by number modulo its length; a page's number never changes while it is in use. */
    private byte[][] pages = new byte[16][];

    private byte[] spare;

    private final Index index = new Index(PLACE_BITS);
    private long seed;
    long head;
    private long tail;
    private int count;
    private long bytes;
    private long sum;

    /** Hashes of the entries from {@code dropped} up to {@code asked}, in order, and the place of the next one. */
    private final long[] askedHashes = new long[ASKED_MAX];

    private long dropped;
    private long asked;
    private long askedUpTo;

    Window() {
        this(0);
    }

    /** Starts at that place, a multiple of the page size; all places behave alike. */
    Window(long firstPlace) {
        head = firstPlace;
        tail = firstPlace;
    }

    /** Sets the seed of the index, so that no caller can aim ids at one place of it; only while empty. */
    void seed(long newSeed) {
        if (count != 0) {
            throw new IllegalStateException("the hash seed changed with " + count + " commands in the window");
        }
        seed = newSeed;
    }

    /** Prefetches the index entry of that hash, for a find and an append. */
    void touch(long hash) {
        index.touch(hash);
    }

    /** Prefetches that number of the oldest entries, which may be dropped soon. */
    void touchOldest(int most) {
        if (asked <= dropped) {
            asked = dropped;
            askedUpTo = head;
        }
        for (long upTo = dropped + Math.min(Math.min(most, count), ASKED_MAX); asked < upTo; asked++) {
            askedUpTo = entryFrom(askedUpTo);
            byte[] page = page(askedUpTo);
            int at = position(askedUpTo);
            long hash = hashAt(page, at);
            askedHashes[(int) asked & ASKED_MAX - 1] = hash;
            index.touch(hash);
            askedUpTo += HEADER + length(page, at);
        }
    }

    /** Place of the entry of that id of that tenant, or -1. */
    long find(long tenant, long idHi, long idLo) {
        return find(tenant, idHi, idLo, hash(tenant, idHi, idLo));
    }

    /** As {@link #find(long, long, long)}, with the hash of the id. */
    long find(long tenant, long idHi, long idLo, long hash) {
        long[] table = index.table(hash);
        for (int at = index.home(hash, table); table[at] != 0; at = Index.next(at, table)) {
            long entry = table[at];
            if (index.mayBe(entry, hash)) {
                long place = index.reference(entry);
                if (Outcome.is(page(place), position(place) + HEADER, tenant, idHi, idLo)) {
                    return place;
                }
            }
        }
        return -1;
    }

    /** Whether the window has exactly this entry. */
    boolean holds(long sequence, byte[] payload, int offset, int length) {
        long idHi = Outcome.idHi(payload, offset);
        long place = find(Outcome.tenant(payload, offset), idHi, Outcome.idLo(payload, offset));
        if (place < 0) {
            return false;
        }
        byte[] page = page(place);
        int at = position(place);
        int payloadAt = at + HEADER;
        return (long) LONG.get(page, at) == sequence
                && length(page, at) == length
                && Arrays.equals(page, payloadAt, payloadAt + length, payload, offset, offset + length);
    }

    /** Points {@code outcome} at the entry that starts at that place. */
    void read(long place, Outcome outcome) {
        byte[] page = page(place);
        int at = position(place);
        int length = length(page, at);
        outcome.wrap(page, at + HEADER, length, (long) LONG.get(page, at));
    }

    /** Appends an entry of a checkpoint. Its id must not be in the window; it is found only after {@link #endLoad}. */
    void load(long sequence, byte[] payload, int offset, int length) {
        index.addLater(hashOf(payload, offset), store(sequence, payload, offset, length));
    }

    /** Ends loading, after the last entry of a checkpoint. */
    void endLoad() {
        index.addPending();
    }

    /** Appends an entry. Its id, of that hash, must not be in the window. */
    void append(long sequence, byte[] payload, int offset, int length, long idHash) {
        index.add(idHash, store(sequence, payload, offset, length));
    }

    private long store(long sequence, byte[] payload, int offset, int length) {
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
        long place = tail & PLACE_MASK;
        tail += HEADER + length;
        count++;
        bytes += StateBytes.windowEntry(length);
        sum += entryHash(page, at, length);
        return place;
    }

    /** Drops the oldest entry and returns its keep-time. */
    long drop() {
        byte[] page = page(head);
        int at = position(head);
        int length = length(page, at);
        long keepTime = Outcome.keepTime(page, at + HEADER);
        long hash = dropped < asked ? askedHashes[(int) dropped & ASKED_MAX - 1] : hashAt(page, at);
        index.remove(hash, head & PLACE_MASK);
        dropped++;
        sum -= entryHash(page, at, length);
        count--;
        bytes -= StateBytes.windowEntry(length);
        recycleUpTo(head + HEADER + length);
        if (count > 0) {
            recycleUpTo(entryFrom(head));
        }
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

    /** Bytes of the entries, as {@link StateBytes} counts them. */
    long bytes() {
        return bytes;
    }

    /** Sum of the hashes of all entries, modulo 2^64. */
    long sum() {
        return sum;
    }

    /** Start of the entry that follows the one before this place: past the unused end of a page. */
    long entryFrom(long place) {
        int position = position(place);
        boolean atEnd = position + HEADER > PAGE_BYTES || length(page(place), position) == 0;
        return atEnd ? place + PAGE_BYTES - position : place;
    }

    /** Reserves space in the index for that number of entries. */
    void reserve(long entries) {
        index.reserve(entries);
    }

    /** Moves the head; one of the pages behind it is kept for the tail. */
    private void recycleUpTo(long place) {
        for (long number = head >>> PAGE_BITS; number < place >>> PAGE_BITS; number++) {
            int index = (int) number & pages.length - 1;
            spare = pages[index] == null ? spare : pages[index];
            pages[index] = null;
        }
        head = place;
    }

    /** Bytes of the payload; 0 after the last entry of a page. */
    static int length(byte[] page, int at) {
        return (short) SHORT.get(page, at + Long.BYTES) & 0xFFFF;
    }

    private byte[] tailPage() {
        int live = (int) ((tail >>> PAGE_BITS) - (head >>> PAGE_BITS)) + 1;
        if (live > pages.length) {
            widen();
        }
        int index = index(tail);
        if (pages[index] == null) {
            if (spare == null) {
                pages[index] = new byte[PAGE_BYTES];
            } else {
                Arrays.fill(spare, (byte) 0);
                pages[index] = spare;
                spare = null;
            }
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

    byte[] page(long place) {
        return pages[index(place)];
    }

    private int index(long place) {
        return (int) (place >>> PAGE_BITS) & pages.length - 1;
    }

    static int position(long place) {
        return (int) place & PAGE_BYTES - 1;
    }

    private long hashAt(byte[] page, int at) {
        return hashOf(page, at + HEADER);
    }

    private long hashOf(byte[] payload, int offset) {
        long idHi = Outcome.idHi(payload, offset);
        return hash(Outcome.tenant(payload, offset), idHi, Outcome.idLo(payload, offset));
    }

    /** Hash of an id of that tenant, with the seed. */
    long hash(long tenant, long idHi, long idLo) {
        return Index.hash(seed, tenant, idHi, idLo);
    }

    private static long entryHash(byte[] page, int at, int length) {
        return Hash.of(page, at, HEADER + length, 0);
    }
}
