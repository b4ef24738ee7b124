package dev.hotlane.gateway.lane;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reply batches that wait for one event loop, bounded if they come by topic. The event loop takes them. */
final class ReplyBatchQueue {
    private static final Logger log = LoggerFactory.getLogger(ReplyBatchQueue.class);

    /** Most reply batches that wait for a loop; then the replies thread waits, and Kafka keeps the rest. */
    private static final int BATCHES_MAX = 64;

    private final Executor loop;
    private final Semaphore free = new Semaphore(BATCHES_MAX);

    ReplyBatchQueue(Executor loop) {
        this.loop = loop;
    }

    /** Runs this on the event loop; thread replies, which waits while too many batches wait. An interrupt drops the batch. */
    void add(Runnable batch) {
        try {
            while (!free.tryAcquire(1, TimeUnit.SECONDS)) {
                log.warn("an event loop is {} batches of replies behind", BATCHES_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        loop.execute(() -> {
            free.release();
            batch.run();
        });
    }

    /** Runs this on the event loop, then {@code taken}; never waits. Any thread. */
    void addUnbounded(Runnable batch, Runnable taken) {
        loop.execute(() -> {
            try {
                batch.run();
            } finally {
                taken.run();
            }
        });
    }
}
