package dev.hotlane.flusher.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Consecutive packed entries in one array. Integers are little-endian, entries follow each other without gaps, their
 * sequences never decrease (one record may leave several):
 *
 * <pre>
 *   at  size  entry
 *    0     8  sequence of the record that the entry came from
 *    8     2  n, length of the payload, unsigned
 *   10     n  payload, opaque to the flusher
 * </pre>
 *
 * A row of hl_window or hl_resolved is such a run of at most {@link #BYTES_MAX} bytes with its first sequence, its end
 * sequence (last sequence + 1), its number of entries and the CRC32C of its bytes.
 */
public final class PackedChunk {
    /**
     * 256 KiB: a thousandth of a full window, and far below any usual max_allowed_packet. At most half a region of G1,
     * which gives a larger array whole regions of its own.
     */
    public static final int BYTES_MAX = 1 << 18;

    public static final int ENTRY_HEADER_BYTES = 10;
    static final int PAYLOAD_BYTES_MAX = 0xFFFF;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** 16 KiB: enough for most lanes at rest. A chunk grows as it fills, and keeps its size when it is emptied. */
    private static final int BYTES_FIRST = 1 << 14;

    public byte[] bytes = new byte[BYTES_FIRST];
    public int length;
    public int entries;
    public long firstSequence;
    public long endSequence;

    /** Returns false when the entry does not fit any more. */
    public boolean append(long sequence, byte[] src, int offset, int length) {
        int at = this.length;
        int end = at + ENTRY_HEADER_BYTES + length;
        if (end > bytes.length && !grow(end)) {
            return false;
        }
        LONG.set(bytes, at, sequence);
        SHORT.set(bytes, at + 8, (short) length);
        System.arraycopy(src, offset, bytes, at + ENTRY_HEADER_BYTES, length);
        if (entries++ == 0) {
            firstSequence = sequence;
        }
        endSequence = sequence + 1;
        this.length = end;
        return true;
    }

    private boolean grow(int least) {
        if (least > BYTES_MAX) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, Math.min(BYTES_MAX, Integer.highestOneBit(least) << 1));
        return true;
    }

    void clear() {
        length = 0;
        entries = 0;
    }

    /** Position of the first entry at or above this sequence, the length if there is none. */
    public int startOf(long sequence) {
        if (firstSequence >= sequence) {
            return 0;
        }
        int at = 0;
        while (at < length && sequenceAt(bytes, at) < sequence) {
            at = next(bytes, at);
        }
        return at;
    }

    /** End of a run of whole entries of at most {@code bytesMax} bytes. */
    public int endOfRun(int from, int bytesMax) {
        if (length - from <= bytesMax) {
            return length;
        }
        int to = from;
        int next = next(bytes, from);
        while (next - from <= bytesMax) {
            to = next;
            next = next(bytes, to);
        }
        return to;
    }

    public static int next(byte[] bytes, int at) {
        return at + ENTRY_HEADER_BYTES + payloadLengthAt(bytes, at);
    }

    public static long sequenceAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static int payloadLengthAt(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at + 8) & 0xFFFF;
    }
}
