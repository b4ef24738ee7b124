package dev.hotlane.flusher.batch;

import java.util.Random;

/** Keys for tests, and the bytes of a map's entries. */
public final class Keys {
    private Keys() {}

    public static long hash(byte[] key) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : key) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return hash;
    }

    /** Few letters, zeros and high bytes among them, so that prefixes, padding and sign matter. */
    static byte[] random(Random random, int lengthMax) {
        byte[] letters = {0, 'a', 'b', (byte) 0x80, (byte) 0xFF};
        byte[] key = new byte[1 + random.nextInt(lengthMax)];
        for (int i = 0; i < key.length; i++) {
            key[i] = letters[random.nextInt(letters.length)];
        }
        return key;
    }

    static byte[] of(DirtyMap map, int position) {
        byte[] key = new byte[map.keyLength(position)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (map.word(position, DirtyMap.KEY + i / 8) >>> (56 - 8 * (i % 8)));
        }
        return key;
    }
}
