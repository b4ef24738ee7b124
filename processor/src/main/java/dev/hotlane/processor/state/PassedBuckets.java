package dev.hotlane.processor.state;

import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Op;

/**
 * Removes token buckets that are full again: they equal absent ones. At most expiriesPerRecord a record, the earliest
 * first; a bucket that an op meets is removed at once. Owned by the state thread; allocates nothing.
 */
final class PassedBuckets {
    private final Counters counters;
    private final byte[] key = new byte[Op.KEY_LENGTH_MAX];

    PassedBuckets(Counters counters) {
        this.counters = counters;
    }

    /** Removes buckets that are full at log time {@code now}, at most {@code most}. */
    void sweep(long now, int most, Effects out) {
        long nanos = Gcra.nanos(now);
        for (int done = 0; done < most; done++) {
            int slot = counters.passedBucket(nanos);
            if (slot == Counters.NONE) {
                return;
            }
            drop(slot, out);
        }
    }

    /** Removes this bucket. Its row stays if units are held or confirmed under its key. */
    void drop(int slot, Effects out) {
        int length = counters.copyKey(slot, key);
        long hash = counters.hash(key, 0, length);
        if (out.trace != null) {
            out.trace.bucket(counters, slot);
        }
        counters.set(slot, hash, 0, 0, counters.held(slot), counters.confirmed(slot));
        out.counter(counters, slot, key, 0, length, hash);
        counters.settle(slot, hash);
    }
}
