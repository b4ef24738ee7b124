package dev.hotlane.gateway.view;

import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;

/** The counters of a checkpoint, collected before readers see them. Belongs to one thread at a time. */
public final class ViewRows {
    private final ConcurrentHashMap<Object, CounterCell> cells = new ConcurrentHashMap<>();
    private final long seed = new SecureRandom().nextLong();
    private final KeyProbe probe = new KeyProbe(seed);

    /** Adds a counter; a negative version marks a bucket. The first {@code length} bytes of the key are copied. */
    public void add(byte[] key, int length, long value, long version, long held, long confirmed) {
        CounterCell cell = probe.of(key, length).cell();
        cell.change(Long.MIN_VALUE, value, version, held, confirmed);
        cells.put(cell, cell);
    }

    ConcurrentHashMap<Object, CounterCell> cells() {
        return cells;
    }

    long seed() {
        return seed;
    }
}
