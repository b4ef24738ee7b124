package dev.hotlane.processor.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes of keys, packed into pages, each block rounded up to eight bytes. Freed blocks wait in a list of their size, so
 * keys that come and go don't leak. Owned by the state thread. A block is named by its place: page and position in one
 * long. A page never moves, so growing costs no copy.
 */
final class KeySlab {
    private static final int PAGE_BITS = 20;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_BYTES - 1;
    private static final int SIZES = 32;
    private static final long NONE = -1;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] free = new long[SIZES];
    private byte[][] pages = new byte[16][];
    private long end;

    KeySlab() {
        Arrays.fill(free, NONE);
    }

    /** Stores a copy of a key of 1..200 bytes; gives its place. */
    long store(byte[] key, int offset, int length) {
        int size = size(length);
        long place = free[size];
        if (place != NONE) {
            free[size] = (long) LONG.get(page(place), position(place));
        } else {
            place = extend(size * Long.BYTES);
        }
        System.arraycopy(key, offset, page(place), position(place), length);
        return place;
    }

    /** Gives a block back; {@code length} as it was stored. */
    void release(long place, int length) {
        int size = size(length);
        LONG.set(page(place), position(place), free[size]);
        free[size] = place;
    }

    /** Whether the key at that place is this one; both have {@code length} bytes. */
    boolean matches(long place, byte[] key, int offset, int length) {
        byte[] page = page(place);
        int at = position(place);
        return Arrays.equals(page, at, at + length, key, offset, offset + length);
    }

    /** The page that a place lies in. */
    byte[] page(long place) {
        return pages[(int) (place >>> PAGE_BITS)];
    }

    /** Where in its page a place starts. */
    int position(long place) {
        return (int) place & PAGE_MASK;
    }

    private long extend(int bytes) {
        int position = (int) end & PAGE_MASK;
        if (position != 0 && position + bytes > PAGE_BYTES) {
            end += PAGE_BYTES - position;
        }
        int page = (int) (end >>> PAGE_BITS);
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, pages.length * 2);
        }
        if (pages[page] == null) {
            pages[page] = new byte[PAGE_BYTES];
        }
        long place = end;
        end += bytes;
        return place;
    }

    private static int size(int length) {
        return length + Long.BYTES - 1 >>> 3;
    }
}
