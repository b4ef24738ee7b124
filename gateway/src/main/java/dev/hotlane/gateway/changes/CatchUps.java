package dev.hotlane.gateway.changes;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readers of streams that are behind the ring, a bounded number: threads {@code changes-reader-N}. A reader that is done
 * waits for the next stream. Any thread.
 */
class CatchUps implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CatchUps.class);
    private static final long CLOSE_MAX_S = 5;

    private final ChangesSource source;
    private final ChangesCounts counts;
    private final Semaphore places;
    private final ArrayDeque<ChangesConsumer> idle = new ArrayDeque<>();
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService threads;
    private volatile boolean closed;

    /** @param most readers at once */
    CatchUps(ChangesSource source, ChangesCounts counts, int most) {
        this.source = source;
        this.counts = counts;
        places = new Semaphore(most);
        threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "changes-reader-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins to read what is behind a sequence; null if no reader is free. */
    CatchUp begin(long after, long upTo, Executor loop, CatchUp.Receiver receiver) {
        if (closed || !places.tryAcquire()) {
            return null;
        }
        CatchUp begun = new CatchUp(after, upTo, loop, receiver);
        counts.catchUpBegun();
        start(begun);
        return begun;
    }

    /** Has a thread read for it. */
    void start(CatchUp begun) {
        threads.execute(() -> {
            try {
                run(begun);
            } finally {
                ended();
            }
        });
    }

    /** Its reader is free again. */
    void ended() {
        counts.catchUpEnded();
        places.release();
    }

    private void run(CatchUp task) {
        ChangesConsumer reader = null;
        boolean usable = false;
        try {
            reader = take();
            task.run(reader);
            usable = true;
        } catch (RuntimeException e) {
            // The task has reported it to its stream, unless no reader could be made.
            if (reader == null) {
                log.warn("no reader of changes can be made", e);
                task.refuse();
            }
        } finally {
            if (reader != null) {
                giveBack(reader, usable);
            }
        }
    }

    private ChangesConsumer take() {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return source.catchUp();
    }

    private void giveBack(ChangesConsumer reader, boolean usable) {
        synchronized (idle) {
            if (usable && !closed) {
                idle.push(reader);
                return;
            }
        }
        reader.close();
    }

    /** Ends all threads; waits some seconds at most. */
    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_MAX_S, TimeUnit.SECONDS)) {
                log.warn("readers of changes did not end within {} s and are left behind", CLOSE_MAX_S);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (idle) {
            idle.forEach(ChangesConsumer::close);
            idle.clear();
        }
    }
}
