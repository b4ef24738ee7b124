package dev.hotlane.proof.history;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the results of a workload's attempts. Written by the event loop of the callers, read by any thread. */
public final class CallTally {
    private final AtomicLong ok = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong notExecuted = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private volatile long lastOkNanos = System.nanoTime();
    private volatile long longestSilenceNanos;

    void count(CallResult result) {
        switch (result.type()) {
            case OK -> {
                long now = System.nanoTime();
                longestSilenceNanos = Math.max(longestSilenceNanos, now - lastOkNanos);
                lastOkNanos = now;
                ok.incrementAndGet();
            }
            case FAIL -> (result.isFinal() ? refused : notExecuted).incrementAndGet();
            default -> unknown.incrementAndGet();
        }
    }

    void countLeft() {
        left.incrementAndGet();
    }

    /** Attempts that were answered 2xx. */
    public long ok() {
        return ok.get();
    }

    /** Attempts with a final refusal. */
    public long refused() {
        return refused.get();
    }

    /** Attempts answered 503. */
    public long notExecuted() {
        return notExecuted.get();
    }

    /** Attempts without a known outcome. */
    public long unknown() {
        return unknown.get();
    }

    /**
     * Calls that were given up without a final answer: after an unknown outcome, or when the time for retries was over.
     */
    public long left() {
        return left.get();
    }

    /** Final answers. */
    public long decided() {
        return ok() + refused();
    }

    /** Time of the last 2xx by System.nanoTime; before the first one, time of creation. */
    public long lastOkNanos() {
        return lastOkNanos;
    }

    /** Longest time between two 2xx in ms, since the start or {@link #measureSilenceAnew}. */
    public long longestSilenceMillis() {
        return longestSilenceNanos / 1_000_000;
    }

    /** Resets the longest silence, before a failure whose length is measured. */
    public void measureSilenceAnew() {
        longestSilenceNanos = 0;
    }

    @Override
    public String toString() {
        return String.format(
                "%,d ok, %,d refused, %,d not executed, %,d unknown of which %,d left",
                ok(), refused(), notExecuted(), unknown(), left());
    }
}
