package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * Blocks of longs, packed into pages. A freed block waits in the list of its size, so what comes and goes doesn't leak.
 * A page never moves: growing copies nothing. Owned by the state thread. A block is named by its place, page and
 * position in one int, so all blocks together have at most 2^31 longs (16 GiB).
 */
final class Slab {
    /** 256 KiB: not more than half a region of G1, which gives a larger array whole regions of its own. */
    private static final int PAGE_BITS = 15;

    private static final int PAGE_LONGS = 1 << PAGE_BITS;
    private static final int PAGES_MAX = 1 << 31 - PAGE_BITS;
    private static final int NONE = -1;

    private final int[] free;
    private long[][] pages = new long[16][];
    private int pageCount;

    /** Longs used of the last page. */
    private int used = PAGE_LONGS;

    /** Blocks have 1 to {@code sizeMax} longs. */
    Slab(int sizeMax) {
        free = new int[sizeMax + 1];
        Arrays.fill(free, NONE);
    }

    /** Gives a block of that size; what it holds is left from before. */
    int take(int size) {
        int place = free[size];
        if (place != NONE) {
            free[size] = (int) page(place)[position(place)];
            return place;
        }
        if (used + size > PAGE_LONGS) {
            turnPage();
        }
        place = pageCount - 1 << PAGE_BITS | used;
        used += size;
        return place;
    }

    /** Takes a block back; {@code size} as it was taken. */
    void free(int place, int size) {
        page(place)[position(place)] = free[size];
        free[size] = place;
    }

    /** The page that a block lies in. */
    long[] page(int place) {
        return pages[place >>> PAGE_BITS];
    }

    /** Where in its page a block starts. */
    int position(int place) {
        return place & PAGE_LONGS - 1;
    }

    /** Bytes of heap. */
    long heapBytes() {
        return (long) pageCount * PAGE_LONGS * Long.BYTES;
    }

    private void turnPage() {
        if (pageCount == PAGES_MAX) {
            throw new IllegalStateException(
                    "counters or holds need more than 16 GiB: lower countersMax, or holdsMax and resolvedMax, in RULES");
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount++] = new long[PAGE_LONGS];
        used = 0;
    }
}
