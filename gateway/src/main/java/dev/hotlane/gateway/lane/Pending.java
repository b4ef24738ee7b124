package dev.hotlane.gateway.lane;

import java.util.function.Consumer;

/**
 * Requests that wait for a reply: a fixed number of slots, found by request number without boxing or hashing. A request
 * number is {@code (count << slotBits | slot) * loops + loop}: it is never reused, and it contains event loop and slot.
 * Several callers may wait in one slot, and each of them counts. The last fifth of the places is kept for requests that
 * end what earlier ones began.
 *
 * <p>Slots are reused as late as possible. Each keeps the digest of its last answer, which distinguishes a second reply
 * from a reply to no request. Belongs to one event loop; only {@link #size} may be read by other threads.
 */
public final class Pending<E> {
    /** A reply for which no request waits. */
    public enum Stray {
        /** The same answer again. */
        DUPLICATE,
        /** A different answer to a request that was answered; must not happen. */
        CONTRADICTION,
        /** The answer to a request that was given up. */
        LATE,
        /** The slot was reused since, or the number was never issued. */
        UNKNOWN
    }

    private static final long GIVEN_UP = 0;

    /** One of so many places is kept. */
    private static final int KEPT_PART = 5;

    private final int limit;
    private final int unkept;
    private final int loop;
    private final int loops;
    private final int slotBits;
    private final Object[] entries;
    private final long[] requests;
    private final long[] deadlines;
    private final long[] digests;
    private final int[] callers;
    private final int[] free;
    private int freeHead;
    private int freeTail;
    private long count;
    private volatile int size;

    /** An empty table of {@code limit} slots, for event loop {@code loop} of {@code loops}. */
    public Pending(int limit, int loop, int loops) {
        this.limit = limit;
        unkept = limit - limit / KEPT_PART;
        this.loop = loop;
        this.loops = loops;
        slotBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(limit - 1));
        entries = new Object[limit];
        requests = new long[limit];
        deadlines = new long[limit];
        digests = new long[limit];
        callers = new int[limit];
        free = new int[limit];
        for (int slot = 0; slot < limit; slot++) {
            free[slot] = slot;
            requests[slot] = -1;
        }
    }

    /** Whether a further caller has a place; {@code kept}: it may also have one of those that are kept. */
    public boolean hasPlace(boolean kept) {
        return size < (kept ? limit : unkept);
    }

    private boolean isFull() {
        return size == limit;
    }

    /** Number of waiting callers; any thread. */
    public int size() {
        return size;
    }

    /** Takes a slot until {@code deadline} (nanoTime) and returns its request number; the table must not be full. */
    public long open(E entry, long deadline) {
        if (isFull()) {
            throw new IllegalStateException("all " + limit + " slots are taken");
        }
        int slot = free[freeHead];
        freeHead = freeHead + 1 == limit ? 0 : freeHead + 1;
        long request = (count++ << slotBits | slot) * loops + loop;
        entries[slot] = entry;
        requests[slot] = request;
        deadlines[slot] = deadline;
        callers[slot] = 1;
        size = size + 1;
        return request;
    }

    /** Lets one more caller wait under a number that {@link #find} finds, and all of them until this deadline. */
    public void join(long request, long deadline) {
        if (isFull()) {
            throw new IllegalStateException("all " + limit + " places are taken");
        }
        int slot = slot(request);
        deadlines[slot] = deadline;
        callers[slot]++;
        size = size + 1;
    }

    /** Whether a request number belongs to this event loop. */
    public boolean owns(long request) {
        return request % loops == loop;
    }

    /** The entry that waits under a number, or null. */
    @SuppressWarnings("unchecked")
    public E find(long request) {
        int slot = slot(request);
        return slot >= 0 && requests[slot] == request ? (E) entries[slot] : null;
    }

    /** Frees the slot of a number that {@link #find} finds; keeps the digest of its answer (any but 0). */
    public void answered(long request, long digest) {
        release(slot(request), digest);
    }

    /** Frees the slot of a number that {@link #find} finds, without an answer. */
    public void givenUp(long request) {
        release(slot(request), GIVEN_UP);
    }

    /** Gives up every request whose deadline has passed. */
    @SuppressWarnings("unchecked")
    public void expire(long now, Consumer<E> expired) {
        for (int slot = 0; slot < limit && size > 0; slot++) {
            Object entry = entries[slot];
            if (entry != null && deadlines[slot] - now <= 0) {
                release(slot, GIVEN_UP);
                expired.accept((E) entry);
            }
        }
    }

    /** Classifies a reply whose number {@link #find} does not find. */
    public Stray judge(long request, long digest) {
        int slot = slot(request);
        if (slot < 0 || requests[slot] != request) {
            return Stray.UNKNOWN;
        }
        if (digests[slot] == GIVEN_UP) {
            return Stray.LATE;
        }
        return digests[slot] == digest ? Stray.DUPLICATE : Stray.CONTRADICTION;
    }

    private void release(int slot, long digest) {
        entries[slot] = null;
        digests[slot] = digest;
        free[freeTail] = slot;
        freeTail = freeTail + 1 == limit ? 0 : freeTail + 1;
        size = size - callers[slot];
    }

    private int slot(long request) {
        if (request < 0 || !owns(request)) {
            return -1;
        }
        int slot = (int) (request / loops & (1L << slotBits) - 1);
        return slot < limit ? slot : -1;
    }
}
