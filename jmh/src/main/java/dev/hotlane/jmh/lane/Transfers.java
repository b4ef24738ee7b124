package dev.hotlane.jmh.lane;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.TransactionResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers who move one unit from a counter to another, again and again, so that both always add up to 0. A call without
 * an outcome is sent again under the same id. Callbacks run on the common pool; any thread.
 */
final class Transfers implements AutoCloseable {
    static final String PLUS = "transfers:plus";
    static final String MINUS = "transfers:minus";

    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration RETRY_WAIT_MAX = Duration.ofMillis(25);

    private final LaneClient client;
    private final AtomicLong done = new AtomicLong();
    private final CountDownLatch ended;
    private volatile boolean stopping;
    private volatile String fault;

    /** Starts the callers. */
    Transfers(int callers, List<String> gateways) {
        client = LaneClient.connect(
                SteadyCallers.settings(gateways).withDeadline(DEADLINE).withBackoff(RETRY_WAIT_MAX, RETRY_WAIT_MAX));
        ended = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            next();
        }
    }

    private void next() {
        if (stopping) {
            ended.countDown();
            return;
        }
        client.transact(LaneOp.add(PLUS, 1), LaneOp.add(MINUS, -1).withoutMin())
                .sendAsync()
                .thenAccept(this::take);
    }

    private void take(CallOutcome<TransactionResult> outcome) {
        if (outcome.isDone()) {
            done.incrementAndGet();
            next();
        } else {
            fault = "a transfer was answered with " + outcome;
            ended.countDown();
        }
    }

    /** Transfers acknowledged so far. */
    long done() {
        return done.get();
    }

    /** Lets every call come to its end; returns the number of transfers. */
    long stop() throws InterruptedException {
        stopping = true;
        ended.await();
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
        return done.get();
    }

    @Override
    public void close() {
        stopping = true;
        client.close();
    }
}
