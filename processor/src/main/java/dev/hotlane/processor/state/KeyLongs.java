package dev.hotlane.processor.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A key as words of eight bytes, little-endian, the last one padded with zeros. Any thread; no state. */
final class KeyLongs {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyLongs() {}

    /** The word that starts at {@code at}, of a key that has {@code left} bytes from there. */
    static long word(byte[] key, int at, int left) {
        if (left >= Long.BYTES) {
            return (long) LONG.get(key, at);
        }
        if (at + Long.BYTES <= key.length) {
            return (long) LONG.get(key, at) & (1L << 8 * left) - 1;
        }
        long word = 0;
        for (int i = 0; i < left; i++) {
            word |= (key[at + i] & 0xFFL) << 8 * i;
        }
        return word;
    }

    /** Writes a word; all eight bytes of it must have room. */
    static void put(byte[] target, int at, long word) {
        LONG.set(target, at, word);
    }
}
