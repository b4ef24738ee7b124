package dev.hotlane.processor.state;

/**
 * The counters that are token buckets, by the time they are full again. A take moves only the bucket's own time. The
 * time here may be an earlier one; it is corrected when the bucket comes to the top. Owned by the state thread.
 */
final class Buckets extends Heap {
    private final Counters counters;

    Buckets(Counters counters) {
        this.counters = counters;
    }

    @Override
    protected boolean precedes(int slot, int other) {
        return counters.compareKeys(slot, other) < 0;
    }

    @Override
    protected void moved(int slot, int position) {
        counters.bucketPosition(slot, position);
    }

    /** The first bucket whose time has passed, by time and then by key, or {@link Counters#NONE}. */
    int passed(long nowNanos) {
        while (!isEmpty() && firstDue() <= nowNanos) {
            long full = counters.value(first());
            if (full == firstDue()) {
                return first();
            }
            change(0, full);
        }
        return Counters.NONE;
    }
}
