package dev.hotlane.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls of a batcher that wait for a batch, and the batches under way. A call leaves at once if nothing is under way;
 * else with others, once a stream is free and the batch is full or the first of them has waited long enough. Threads: any
 * adds calls and sends batches; {@code batcher-N} sends those that waited and ends calls at their deadline.
 */
final class BatchQueue {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** The pause of {@code batcher-N} while it waits for nothing. */
    private static final long IDLE_NANOS = Duration.ofHours(1).toNanos();

    private final LaneClient client;
    private final BatcherFlush flush;
    private final DoubtfulCalls doubtful;
    private final CallQueue waiting;
    private final Set<SentBatch> underWay = new HashSet<>();
    private final Thread thread = new Thread(this::run, "batcher-" + NUMBER.getAndIncrement());
    private long flushAt;
    private long wakeAt = System.nanoTime();
    private boolean draining;
    private String ended;

    BatchQueue(LaneClient client, BatcherSettings settings) {
        this.client = client;
        flush = settings.flush();
        doubtful = new DoubtfulCalls(client, settings.bounds().calls());
        waiting = new CallQueue(settings.bounds().calls());
        thread.setDaemon(true);
        thread.start();
    }

    DoubtfulCalls doubtful() {
        return doubtful;
    }

    void add(BatchedCall<?> call) {
        long now = System.nanoTime();
        String reason;
        synchronized (this) {
            reason = ended;
            if (reason == null) {
                if (waiting.isEmpty()) {
                    flushAt = now + flush.linger().toNanos();
                }
                waiting.add(call);
                wake(call.deadline());
            }
        }
        if (reason == null) {
            sendDue(now);
        } else {
            call.end(reason);
        }
    }

    /** All calls of this batch are answered or go on by themselves. */
    void over(SentBatch batch) {
        synchronized (this) {
            if (!underWay.remove(batch)) {
                return;
            }
        }
        sendDue(System.nanoTime());
    }

    private void sendDue(long now) {
        for (SentBatch batch = next(now); batch != null; batch = next(now)) {
            batch.send();
        }
    }

    private synchronized SentBatch next(long now) {
        if (ended != null || waiting.isEmpty() || underWay.size() >= flush.streams()) {
            return null;
        }
        boolean due = draining || underWay.isEmpty() || waiting.size() >= flush.lines() || now - flushAt >= 0;
        if (!due) {
            wake(flushAt);
            return null;
        }
        SentBatch batch = new SentBatch(client, this);
        BatchSize size = new BatchSize(flush.lines());
        while (!waiting.isEmpty() && size.add(waiting.peek().length())) {
            BatchedCall<?> call = waiting.poll();
            if (call.depart()) {
                batch.add(call);
            }
        }
        if (batch.isEmpty()) {
            return next(now);
        }
        underWay.add(batch);
        return batch;
    }

    private void wake(long at) {
        if (at - wakeAt < 0) {
            wakeAt = at;
            if (Thread.currentThread() != thread) {
                LockSupport.unpark(thread);
            }
        }
    }

    private void run() {
        long pause = tick(System.nanoTime());
        while (pause >= 0) {
            LockSupport.parkNanos(this, pause);
            pause = tick(System.nanoTime());
        }
    }

    /** Does what is due; returns the time until something is due next, or -1 at the end. */
    private long tick(long now) {
        List<SentBatch> batches;
        List<BatchedCall<?>> due;
        synchronized (this) {
            if (ended != null) {
                return -1;
            }
            wakeAt = now + IDLE_NANOS;
            batches = List.copyOf(underWay);
            due = waiting.due(now);
            if (!waiting.isEmpty()) {
                wake(waiting.earliest());
            }
        }
        due.forEach(call -> call.end(Batcher.DEADLINE));
        batches.forEach(batch -> batch.endDue(now));
        // Calls move from a batch to the doubtful ones, so these are looked at last.
        doubtful.endDue(now);
        sendDue(now);
        synchronized (this) {
            batches.forEach(batch -> wake(batch.earliest()));
            wake(doubtful.earliest(wakeAt));
            return Math.max(0, wakeAt - System.nanoTime());
        }
    }

    /** Sends what waits without a linger. */
    void drain() {
        synchronized (this) {
            draining = true;
        }
        sendDue(System.nanoTime());
    }

    /** Ends all calls, and those that come later. */
    void end(String reason) {
        List<SentBatch> batches;
        List<BatchedCall<?>> calls;
        synchronized (this) {
            ended = reason;
            batches = List.copyOf(underWay);
            calls = waiting.all();
        }
        LockSupport.unpark(thread);
        calls.forEach(call -> call.end(reason));
        batches.forEach(batch -> batch.end(reason));
        doubtful.end(reason);
    }
}
