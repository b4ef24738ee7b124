package dev.hotlane.access.rate;

import dev.hotlane.protocol.Gcra;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket that may owe tokens: a take needs one whole unit, a charge needs nothing. Its state is one long, the
 * theoretical arrival time of {@link Gcra} in ns, so that event loops contend for one compare-and-set. Any thread.
 */
final class RateBucket {
    private final AtomicLong tat = new AtomicLong();

    /** Takes one unit if the bucket has it at {@code now}. */
    boolean take(long now, RateTerms.Flow flow) {
        while (true) {
            long before = tat.get();
            long after = Gcra.after(before, now, 1, flow.unitNanos());
            if (after - now > flow.burstNanos()) {
                return false;
            }
            if (tat.compareAndSet(before, after)) {
                return true;
            }
        }
    }

    /** Takes what a call costs beyond its first unit, whether the bucket has it or not. */
    void charge(long now, long nanos) {
        while (true) {
            long before = tat.get();
            if (tat.compareAndSet(before, Gcra.after(before, now, 1, nanos))) {
                return;
            }
        }
    }

    /** Nanoseconds until it has one whole unit again, if no other call takes it; 0 or less: now. */
    long waitNanos(long now, RateTerms.Flow flow) {
        return Gcra.after(tat.get(), now, 1, flow.unitNanos()) - now - flow.burstNanos();
    }
}
