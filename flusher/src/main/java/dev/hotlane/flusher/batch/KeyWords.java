package dev.hotlane.flusher.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Key bytes as big-endian words, so that unsigned order of words is unsigned order of bytes. */
final class KeyWords {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private KeyWords() {}

    static long whole(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    static void put(byte[] bytes, int at, long word) {
        WORD.set(bytes, at, word);
    }

    /** The last 1 to 7 bytes, then zeros. */
    static long padded(byte[] bytes, int at, int count) {
        if (at + 8 <= bytes.length) {
            return whole(bytes, at) & (-1L << (64 - 8 * count));
        }
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= (bytes[at + i] & 0xFFL) << (56 - 8 * i);
        }
        return word;
    }
}
