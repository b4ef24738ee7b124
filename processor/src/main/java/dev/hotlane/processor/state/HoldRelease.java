package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;

/**
 * Resolves the lines of a hold: confirmed units stay taken, the rest returns to its counter. The counter's version
 * changes in either case: a reader who compares versions must see that units were sold. Owned by the state thread;
 * allocates nothing. Never fails: bounds are not checked, and a value that a SET brought near the end of int64 stops
 * there.
 */
final class HoldRelease {
    private final Counters counters;
    private final int[] slots = new int[CommandView.OPS_MAX];
    private final long[] hashes = new long[CommandView.OPS_MAX];

    HoldRelease(Counters counters) {
        this.counters = counters;
    }

    /**
     * Settles every line, by the record of that sequence.
     *
     * @param forget whether a counter that the hold created, untouched since, is removed and not left at 0
     */
    void run(HoldImage hold, long sequence, boolean forget, Effects out) {
        int count = hold.opCount();
        for (int i = 0; i < count; i++) {
            if (hold.isLine(i)) {
                hashes[i] = hash(hold, i);
                counters.touch(hashes[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            if (hold.isLine(i)) {
                settle(hold, i, sequence, out);
            }
        }
        for (int i = 0; i < count; i++) {
            if (hold.isLine(i)) {
                version(hold, i, sequence, forget);
            }
        }
        for (int i = 0; i < count; i++) {
            if (hold.isLine(i)) {
                out.counter(counters, slots[i], hold.bytes(), hold.keyOffset(i), hold.keyLength(i), hashes[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            if (hold.isLine(i)) {
                counters.settle(slots[i], hashes[i]);
            }
        }
    }

    private long hash(HoldImage hold, int i) {
        return counters.hash(hold.bytes(), hold.keyOffset(i), hold.keyLength(i));
    }

    /** A counter that only this hold has written keeps its version here, as {@link #version} compares it. */
    private void settle(HoldImage hold, int i, long sequence, Effects out) {
        int slot = counters.acquire(hold.bytes(), hold.keyOffset(i), hold.keyLength(i), hashes[i]);
        slots[i] = slot;
        if (out.trace != null) {
            out.trace.before(counters, slot);
        }
        long kept = hold.confirmed(i);
        long back = hold.quantity(i) - kept;
        long held = counters.held(slot) - hold.quantity(i);
        long confirmed = counters.confirmed(slot) + kept;
        long value = counters.value(slot);
        long version = counters.version(slot);
        boolean bucket = version < 0;
        if (back != 0) {
            // A bucket that replaced the counter is overwritten: units count for more than tokens.
            value = Clamp.add(bucket ? 0 : value, back, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (back != 0 || !bucket) {
            version = version == hold.createdSequence() ? version : sequence;
        }
        counters.set(slot, hashes[i], value, version, held, confirmed);
    }

    private void version(HoldImage hold, int i, long sequence, boolean forget) {
        int slot = slots[i];
        if (counters.version(slot) != hold.createdSequence()) {
            return;
        }
        long held = counters.held(slot);
        long confirmed = counters.confirmed(slot);
        if (forget && hold.isFresh(i) && (held | confirmed) == 0) {
            counters.set(slot, hashes[i], 0, 0, 0, 0);
        } else {
            counters.set(slot, hashes[i], counters.value(slot), sequence, held, confirmed);
        }
    }
}
