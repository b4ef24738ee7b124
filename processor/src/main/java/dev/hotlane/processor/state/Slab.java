package dev.hotlane.processor.state;

import java.util.Arrays;

/*
 * Layout. A free block begins with its links, the places of the next and the previous one of its list in the halves of a
 * long, then its size; its last long is its size, too. Of each page a bit per long is set for the first and the last long
 * of a free block. So a block that is freed finds free neighbours, and becomes one block with them.
 */

/**
 * Blocks of longs, packed into pages. Free neighbours become one block, which serves any size: a flood of blocks of one
 * size leaves space for those of another. Pages that are free as a whole are given back, but for 64. A page never
 * moves: growing copies nothing. Owned by the state thread. A block's place is page and position in one int, so all blocks
 * together have at most 2^31 longs (16 GiB).
 */
final class Slab {
    /** Links and size: a block has at least as many longs. */
    private static final int SIZE_MIN = 2;

    /** 256 KiB: at most half a region of G1, which gives a larger array whole regions of its own. */
    private static final int PAGE_BITS = 15;

    private static final int PAGE_LONGS = 1 << PAGE_BITS;
    private static final int PAGES_MAX = 1 << 31 - PAGE_BITS;

    /** No place: no block begins with the last long of a page. */
    private static final int NONE = -1;

    private static final long HALF = 0xFFFFFFFFL;

    /** 16 MiB: a lane whose holds come and go allocates no pages. */
    private static final int SPARE_MAX = 64;

    /** First free block of each size; the last list is of those that exceed all requests by a block or more. */
    private final int[] lists;

    /** A bit for each list that is not empty. */
    private final long[] filled;

    private long[][] pages = new long[16][];
    private long[][] marks = new long[16][];

    /** Numbers of pages that were given back. */
    private int[] gone = new int[16];

    private int goneCount;

    /** Pages that are or were there; {@code goneCount} of them are not. */
    private int pageCount;

    /** Pages that are one free block. */
    private int spare;

    /** Creates a slab of blocks of 2 to {@code sizeMax} longs. */
    Slab(int sizeMax) {
        lists = new int[sizeMax + SIZE_MIN + 1];
        filled = new long[(lists.length + Long.SIZE - 1) / Long.SIZE];
        Arrays.fill(lists, NONE);
    }

    /** Returns a block of that size; its content is left from before. */
    int take(int size) {
        int place = lists[size];
        if (place == NONE) {
            place = larger(size);
        }
        int found = size(place);
        leave(place, found);
        if (found > size) {
            enter(place + size, found - size);
        }
        return place;
    }

    /** Frees a block; {@code size} as it was taken. */
    void free(int place, int size) {
        int start = place;
        int length = size;
        int at = position(place);
        if (at + size < PAGE_LONGS && isMarked(place + size)) {
            int next = size(place + size);
            leave(place + size, next);
            length += next;
        }
        if (at > 0 && isMarked(place - 1)) {
            int previous = (int) page(place)[at - 1];
            start -= previous;
            leave(start, previous);
            length += previous;
        }
        if (length == PAGE_LONGS && spare == SPARE_MAX) {
            drop(start >>> PAGE_BITS);
        } else {
            enter(start, length);
        }
    }

    /** Whether the page of this place is there: it is not once it was given back. */
    boolean isThere(int place) {
        return pages[place >>> PAGE_BITS] != null;
    }

    /** The page that contains a block. */
    long[] page(int place) {
        return pages[place >>> PAGE_BITS];
    }

    /** Start of a block in its page. */
    int position(int place) {
        return place & PAGE_LONGS - 1;
    }

    /** A free block of the least size above that leaves a block or nothing. */
    private int larger(int size) {
        int from = size + SIZE_MIN;
        int word = from / Long.SIZE;
        long left = filled[word] & -1L << from;
        while (left == 0 && ++word < filled.length) {
            left = filled[word];
        }
        return left == 0 ? turnPage() : lists[word * Long.SIZE + Long.numberOfTrailingZeros(left)];
    }

    private int turnPage() {
        int number = goneCount > 0 ? gone[--goneCount] : pageCount++;
        if (number == PAGES_MAX) {
            throw new IllegalStateException(
                    "counters or holds need more than 16 GiB: lower countersMax, or holdsMax and resolvedMax, in RULES");
        }
        if (number == pages.length) {
            pages = Arrays.copyOf(pages, number * 2);
            marks = Arrays.copyOf(marks, number * 2);
        }
        pages[number] = new long[PAGE_LONGS];
        marks[number] = new long[PAGE_LONGS / Long.SIZE];
        enter(number << PAGE_BITS, PAGE_LONGS);
        return number << PAGE_BITS;
    }

    private void drop(int number) {
        if (goneCount == gone.length) {
            gone = Arrays.copyOf(gone, goneCount * 2);
        }
        gone[goneCount++] = number;
        pages[number] = null;
        marks[number] = null;
    }

    /** Puts a free block first into the list of its size. */
    private void enter(int place, int size) {
        spare += size == PAGE_LONGS ? 1 : 0;
        int list = Math.min(size, lists.length - 1);
        int first = lists[list];
        long[] page = page(place);
        int at = position(place);
        page[at] = (long) NONE << Integer.SIZE | first & HALF;
        page[at + 1] = size;
        page[at + size - 1] = size;
        mark(place);
        mark(place + size - 1);
        if (first == NONE) {
            filled[list / Long.SIZE] |= 1L << list;
        } else {
            page(first)[position(first)] = (long) place << Integer.SIZE | next(first) & HALF;
        }
        lists[list] = place;
    }

    /** Takes a free block out of its list. */
    private void leave(int place, int size) {
        spare -= size == PAGE_LONGS ? 1 : 0;
        int list = Math.min(size, lists.length - 1);
        int next = next(place);
        int previous = previous(place);
        if (next != NONE) {
            page(next)[position(next)] = (long) previous << Integer.SIZE | next(next) & HALF;
        }
        if (previous != NONE) {
            page(previous)[position(previous)] = (long) previous(previous) << Integer.SIZE | next & HALF;
        } else {
            lists[list] = next;
            if (next == NONE) {
                filled[list / Long.SIZE] &= ~(1L << list);
            }
        }
        unmark(place);
        unmark(place + size - 1);
    }

    private int size(int place) {
        return (int) page(place)[position(place) + 1];
    }

    private int next(int place) {
        return (int) page(place)[position(place)];
    }

    private int previous(int place) {
        return (int) (page(place)[position(place)] >>> Integer.SIZE);
    }

    private boolean isMarked(int place) {
        int at = position(place);
        return (marks[place >>> PAGE_BITS][at / Long.SIZE] >>> at & 1) != 0;
    }

    private void mark(int place) {
        int at = position(place);
        marks[place >>> PAGE_BITS][at / Long.SIZE] |= 1L << at;
    }

    private void unmark(int place) {
        int at = position(place);
        marks[place >>> PAGE_BITS][at / Long.SIZE] &= ~(1L << at);
    }
}
