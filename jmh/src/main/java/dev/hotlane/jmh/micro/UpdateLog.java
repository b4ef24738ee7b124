package dev.hotlane.jmh.micro;

import dev.hotlane.protocol.Hash;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The workload of Arcturus' slides (2019) as a log: transactions, each of one or more updates of keys of 20 bytes, drawn
 * evenly. The keys lie one after the other, as records of a log do. Knows what each key must come to.
 */
final class UpdateLog {
    /** Transactions of a round, as on the slides. */
    static final int TRANSACTIONS = 1_000_000;

    static final int KEY_BYTES = 20;
    private static final int KEY_DIGITS = 10;
    private static final byte[] KEY_PREFIX = "stock:sku-".getBytes(StandardCharsets.US_ASCII);
    private static final long SEED = 42;

    final int updates;
    final int keys;
    final byte[] bytes;
    private final long[] lastTransaction;

    /** @param updates of each transaction */
    UpdateLog(int updates, int keys) {
        this.updates = updates;
        this.keys = keys;
        bytes = new byte[TRANSACTIONS * updates * KEY_BYTES];
        lastTransaction = new long[keys];
        java.util.Arrays.fill(lastTransaction, -1);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < TRANSACTIONS * updates; i++) {
            int key = random.nextInt(keys);
            write(key, bytes, i * KEY_BYTES);
            lastTransaction[key] = i / updates;
        }
    }

    static void write(int key, byte[] into, int at) {
        System.arraycopy(KEY_PREFIX, 0, into, at, KEY_PREFIX.length);
        int rest = key;
        for (int digit = KEY_BYTES - 1; digit >= KEY_PREFIX.length; digit--) {
            into[at + digit] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** The number of a key that {@link #write} wrote. */
    static int key(byte[] bytes, int at) {
        int key = 0;
        for (int digit = KEY_BYTES - KEY_DIGITS; digit < KEY_BYTES; digit++) {
            key = key * 10 + bytes[at + digit] - '0';
        }
        return key;
    }

    static long hash(byte[] bytes, int at) {
        return Hash.of(bytes, at, KEY_BYTES, SEED);
    }

    /**
     * Fails unless every key that the log names has the value of its last update in a round whose transactions were
     * numbered from {@code first}, and every other none (0).
     */
    void verify(long[] values, long first) {
        for (int key = 0; key < keys; key++) {
            long expected = lastTransaction[key] < 0 ? 0 : first + lastTransaction[key];
            if (values[key] != expected) {
                throw new IllegalStateException(
                        "key " + key + " came to " + values[key] + ", its last update was " + expected);
            }
        }
    }
}
