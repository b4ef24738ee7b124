package dev.hotlane.access.rate;

import dev.hotlane.access.Rate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The rate of one principal at one gateway: two buckets, calls without an answer, open streams. Shared by all event loops;
 * no method blocks or allocates. Times are those of {@link System#nanoTime}.
 *
 * <p>Calls that end reservations (confirm, cancel, extend, abandon) also reach a fifth that is kept for them. They take
 * from it only when the shared part is empty, and no debt of other calls reaches it.
 */
public final class PrincipalRate {
    private final long origin;
    private final RateBucket shared = new RateBucket();
    private final RateBucket kept = new RateBucket();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final LongAdder calls = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile RateTerms terms;

    /** Full buckets; {@code rate} null: nothing is limited, only counted. */
    public PrincipalRate(Rate rate, long nowNanos) {
        origin = nowNanos;
        terms = RateTerms.of(rate);
    }

    /** Another rate from now on. What was taken stays taken, and what is in flight is counted on. */
    void change(Rate rate) {
        terms = RateTerms.of(rate);
    }

    /** The rate at this moment; null: none. */
    Rate rate() {
        RateTerms now = terms;
        return now == null ? null : now.rate();
    }

    /**
     * Begins a call, at the cost of one unit. If the answer {@link RateAnswer#isIn}, the caller must {@link #end} it once;
     * else nothing was taken.
     *
     * @param ending whether the call ends a reservation
     */
    public RateAnswer begin(boolean ending, long nowNanos) {
        RateTerms now = terms;
        RateAnswer answer = now == null ? unlimited() : limited(now, ending, nowNanos - origin);
        if (answer.isIn()) {
            calls.increment();
        }
        return answer;
    }

    private RateAnswer unlimited() {
        inFlight.incrementAndGet();
        return RateAnswer.SHARED;
    }

    private RateAnswer limited(RateTerms now, boolean ending, long nanos) {
        if (!enter(inFlight, ending ? now.rate().inFlight() : now.sharedInFlight())) {
            return RateAnswer.TOO_MANY;
        }
        if (shared.take(nanos, now.shared())) {
            return RateAnswer.SHARED;
        }
        if (ending && now.kept() != null && kept.take(nanos, now.kept())) {
            return RateAnswer.KEPT;
        }
        inFlight.decrementAndGet();
        return RateAnswer.TOO_FAST;
    }

    /** Ends a call that began. */
    public void end() {
        inFlight.decrementAndGet();
    }

    /**
     * Charges what a call costs beyond its first unit: see {@link CallCost}. The balance may fall below zero; calls are
     * refused until it is one unit again.
     *
     * @param from what {@link #begin} answered
     */
    public void charge(RateAnswer from, int sixteenths, long nowNanos) {
        RateTerms now = terms;
        if (now == null || sixteenths == 0) {
            return;
        }
        long nanos = nowNanos - origin;
        // Changed terms may keep nothing any more.
        if (from == RateAnswer.KEPT && now.kept() != null) {
            kept.charge(nanos, now.kept().nanos(sixteenths));
        } else {
            shared.charge(nanos, now.shared().nanos(sixteenths));
        }
    }

    /** Milliseconds until a call can begin, rounded up: at least 1, as calls in flight may end before that. */
    public long retryAfterMs(boolean ending, long nowNanos) {
        RateTerms now = terms;
        if (now == null) {
            return 1;
        }
        long nanos = nowNanos - origin;
        long wait = shared.waitNanos(nanos, now.shared());
        if (ending && now.kept() != null) {
            wait = Math.min(wait, kept.waitNanos(nanos, now.kept()));
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(wait + TimeUnit.MILLISECONDS.toNanos(1) - 1));
    }

    /** Opens a stream if the principal may have one more; then {@link #closeStream} must follow once. */
    public boolean openStream() {
        RateTerms now = terms;
        return enter(streams, now == null ? Integer.MAX_VALUE : now.rate().streams());
    }

    /** Closes a stream that was opened. */
    public void closeStream() {
        streams.decrementAndGet();
    }

    private static boolean enter(AtomicInteger count, int max) {
        while (true) {
            int before = count.get();
            if (before >= max) {
                return false;
            }
            if (count.compareAndSet(before, before + 1)) {
                return true;
            }
        }
    }

    /** Calls without an answer. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Open watches and streams of changes. */
    public int streams() {
        return streams.get();
    }

    /** Calls that began. */
    public long calls() {
        return calls.sum();
    }

    /** Counts a call or stream that was answered 429. A batch that pauses is none. */
    public void refuse() {
        refused.increment();
    }

    /** Calls and streams that were answered 429. */
    public long refused() {
        return refused.sum();
    }
}
