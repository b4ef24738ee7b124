package dev.hotlane.proof.history;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what the callers of a workload heard. Written by their event loop, read by any thread. */
public final class CallTally {
    private final AtomicLong ok = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong notExecuted = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private volatile long lastOkNanos = System.nanoTime();
    private volatile long longestSilenceNanos;

    void count(CallResult told) {
        switch (told.type()) {
            case OK -> {
                long now = System.nanoTime();
                longestSilenceNanos = Math.max(longestSilenceNanos, now - lastOkNanos);
                lastOkNanos = now;
                ok.incrementAndGet();
            }
            case FAIL -> (told.isFinal() ? refused : notExecuted).incrementAndGet();
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

    /** Attempts that the lane refused for good. */
    public long refused() {
        return refused.get();
    }

    /** Attempts that were told 503. */
    public long notExecuted() {
        return notExecuted.get();
    }

    /** Attempts whose outcome was not told. */
    public long unknown() {
        return unknown.get();
    }

    /** Commands that were neither retried nor abandoned after an unknown outcome. */
    public long left() {
        return left.get();
    }

    /** Final answers. */
    public long decided() {
        return ok() + refused();
    }

    /** When the last 2xx came, by System.nanoTime. */
    public long lastOkNanos() {
        return lastOkNanos;
    }

    /** The longest time between two 2xx so far, in ms: how long a failure was felt. */
    public long longestSilenceMillis() {
        return longestSilenceNanos / 1_000_000;
    }

    /** Forgets the longest silence: before a failure whose length is to be measured. */
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
