package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * Blocks of longs, packed into pages. A freed block enters the list of its size and is reused. A page never moves:
 * growing copies nothing. Owned by the state thread. A block's place is page and position in one int, so all blocks
 * together have at most 2^31 longs (16 GiB).
 */
final class Slab {
    /** 256 KiB: at most half a region of G1, which gives a larger array whole regions of its own. */
    private static final int PAGE_BITS = 15;

    private static final int PAGE_LONGS = 1 << PAGE_BITS;
    private static final int PAGES_MAX = 1 << 31 - PAGE_BITS;
    private static final int NONE = -1;

    private final int[] free;
    private long[][] pages = new long[16][];
    private int pageCount;

    /** Longs used in the last page. */
    private int used = PAGE_LONGS;

    /** Creates a slab of blocks of 1 to {@code sizeMax} longs. */
    Slab(int sizeMax) {
        free = new int[sizeMax + 1];
        Arrays.fill(free, NONE);
    }

    /** Returns a block of that size; its content is left from before. */
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

    /** Frees a block; {@code size} as it was taken. */
    void free(int place, int size) {
        page(place)[position(place)] = free[size];
        free[size] = place;
    }

    /** The page that contains a block. */
    long[] page(int place) {
        return pages[place >>> PAGE_BITS];
    }

    /** Start of a block in its page. */
    int position(int place) {
        return place & PAGE_LONGS - 1;
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
