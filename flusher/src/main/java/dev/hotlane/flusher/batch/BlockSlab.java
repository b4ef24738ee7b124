package dev.hotlane.flusher.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/*
 * Block sizes are rounded up to a class: multiples of 32 bytes, above 256 bytes four classes to a doubling. So at most
 * a fifth of a large block is unused, and a freed block soon fits another. A free block begins with the place of the
 * next one of its class.
 */

/**
 * Blocks of bytes, packed into pages that never move. A block's place is page number and position in one long. Owned by
 * one thread at a time.
 */
final class BlockSlab {
    static final int BLOCK_BYTES_MAX = 1 << 17;

    /** 256 KiB: at most half a region of G1, which gives a larger array whole regions of its own. */
    private static final int PAGE_BITS = 18;

    static final int PAGE_BYTES = 1 << PAGE_BITS;
    private static final int UNIT_BITS = 5;
    /** Classes of up to 2^12 units: eight of the first doublings, four of every later one, numbered with gaps. */
    private static final int CLASSES = 88;

    private static final long NONE = -1;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] free = new long[CLASSES];
    private byte[][] pages = new byte[4][];
    private int pageCount;
    private long next;

    BlockSlab() {
        Arrays.fill(free, NONE);
    }

    /** Size of the block that holds that number of bytes. */
    static int blockBytes(int bytes) {
        int units = units(bytes);
        int step = step(units);
        return (units + (1 << step) - 1 >> step) << step + UNIT_BITS;
    }

    /** Place of a block for that number of bytes; its content is undefined. */
    long take(int bytes) {
        int block = blockBytes(bytes);
        int sizeClass = sizeClass(block);
        long place = free[sizeClass];
        if (place != NONE) {
            free[sizeClass] = (long) LONG.get(page(place), position(place));
            return place;
        }
        if (position(next) + block > PAGE_BYTES || page(next) == null) {
            turnPage();
        }
        place = next;
        next += block;
        return place;
    }

    /** Frees a block; {@code bytes} as it was taken. */
    void free(long place, int bytes) {
        int sizeClass = sizeClass(blockBytes(bytes));
        LONG.set(page(place), position(place), free[sizeClass]);
        free[sizeClass] = place;
    }

    byte[] page(long place) {
        int number = (int) (place >>> PAGE_BITS);
        return number < pages.length ? pages[number] : null;
    }

    static int position(long place) {
        return (int) place & PAGE_BYTES - 1;
    }

    long heapBytes() {
        return (long) PAGE_BYTES * pageCount;
    }

    /** Pages that were in use since the last clear. */
    int pagesUsed() {
        return (int) (next + PAGE_BYTES - 1 >>> PAGE_BITS);
    }

    /** Frees every block. Keeps that many pages at most. */
    void clear(int pagesKept) {
        if (pagesKept < pageCount) {
            Arrays.fill(pages, pagesKept, pages.length, null);
            pageCount = pagesKept;
        }
        Arrays.fill(free, NONE);
        next = 0;
    }

    private void turnPage() {
        int number = (int) (next + PAGE_BYTES - 1 >>> PAGE_BITS);
        if (number == pages.length) {
            pages = Arrays.copyOf(pages, number * 2);
        }
        if (pages[number] == null) {
            pages[number] = new byte[PAGE_BYTES];
            pageCount++;
        }
        next = (long) number << PAGE_BITS;
    }

    private static int units(int bytes) {
        return Math.max(1, bytes + (1 << UNIT_BITS) - 1 >> UNIT_BITS);
    }

    /** A block of that number of units is a multiple of 2^step units. */
    private static int step(int units) {
        return Math.max(0, 29 - Integer.numberOfLeadingZeros(units));
    }

    private static int sizeClass(int block) {
        int units = block >> UNIT_BITS;
        int step = step(units);
        return (step << 3) + (units >> step);
    }
}
