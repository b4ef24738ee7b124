package dev.hotlane.jmh.lane;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.log.Uuid7;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers who each add one to a counter of their own, again and again, one call at a time. The client
 * sends a call without an outcome again under the same id. Callbacks run on the common pool; any thread.
 */
final class SteadyCallers implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration RETRY_WAIT_MAX = Duration.ofMillis(25);

    private final LaneClient client;
    private final Uuid7 ids;
    private final long[] acknowledged;
    private final AtomicLong oks = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final CountDownLatch ended;
    private volatile boolean stopping;
    private volatile String fault;
    private long lastOkNanos;
    private long longestGapNanos;

    /** @param gateways their addresses; a caller goes to the next one when a call tells no outcome */
    SteadyCallers(int callers, List<String> gateways, long seed) {
        client = LaneClient.connect(
                settings(gateways).withDeadline(DEADLINE).withBackoff(RETRY_WAIT_MAX, RETRY_WAIT_MAX));
        ids = new Uuid7(seed);
        acknowledged = new long[callers];
        ended = new CountDownLatch(callers);
    }

    /** The usual settings of a client of those gateways. */
    static ClientSettings settings(List<String> gateways) {
        return ClientSettings.of(gateways.toArray(String[]::new));
    }

    void start() {
        lastOkNanos = System.nanoTime();
        for (int caller = 0; caller < acknowledged.length; caller++) {
            next(caller);
        }
    }

    /** The counter of a caller. */
    static String counter(int caller) {
        return "caller-" + caller;
    }

    private void next(int caller) {
        if (stopping) {
            ended.countDown();
            return;
        }
        client.counters()
                .increment(counter(caller), 1)
                .withId(id())
                .onRetry(status -> unanswered.incrementAndGet())
                .sendAsync()
                .thenAccept(outcome -> take(caller, outcome));
    }

    private String id() {
        synchronized (ids) {
            return ids.next(System.currentTimeMillis()).toString();
        }
    }

    private void take(int caller, CallOutcome<ChangedCounter> outcome) {
        if (outcome.isDone()) {
            acknowledged[caller]++;
            ok();
            next(caller);
        } else {
            fault = "an increment was answered with " + outcome;
            ended.countDown();
        }
    }

    private synchronized void ok() {
        long now = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, now - lastOkNanos);
        lastOkNanos = now;
        oks.incrementAndGet();
    }

    /** From now on the longest time between two answers counts; the one under way does from its begin. */
    synchronized void watch() {
        longestGapNanos = 0;
    }

    /** Longest time between two answers of any callers since {@link #watch}, in nanoseconds. */
    synchronized long longestGapNanos() {
        return longestGapNanos;
    }

    /** Increments acknowledged so far. */
    long oks() {
        return oks.get();
    }

    /** Attempts so far that told no outcome. */
    long unanswered() {
        return unanswered.get();
    }

    /** Lets every call come to its end; gives for each caller how many increments were acknowledged. */
    long[] stop() throws InterruptedException {
        stopping = true;
        ended.await();
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
        return acknowledged.clone();
    }

    @Override
    public void close() {
        stopping = true;
        client.close();
    }
}
