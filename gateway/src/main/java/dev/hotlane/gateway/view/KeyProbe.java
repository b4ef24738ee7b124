package dev.hotlane.gateway.view;

import dev.hotlane.protocol.Hash;
import java.util.Arrays;

/** Finds a cell by the bytes of its key, without a copy of them. Belongs to one thread. */
final class KeyProbe {
    private final long seed;
    private byte[] bytes;
    private int length;
    private int hash;

    /** @param seed random number of the table, so that a client can't choose keys of one hash */
    KeyProbe(long seed) {
        this.seed = seed;
    }

    /** Looks for the first {@code count} of these bytes from now on. */
    KeyProbe of(byte[] key, int count) {
        bytes = key;
        length = count;
        long wide = Hash.of(key, 0, count, seed);
        hash = (int) (wide ^ wide >>> 32);
        return this;
    }

    /** A cell of this key, with a copy of it and without values. */
    CounterCell cell() {
        return new CounterCell(Arrays.copyOf(bytes, length), hash);
    }

    /** Compares with a cell only: the table calls this on the key that it looks for. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CounterCell cell && cell.hashCode() == hash && cell.hasKey(bytes, length);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
