package dev.hotlane.jmh.lane.http;

import dev.hotlane.client.Batcher;
import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Threads of this JVM that each add 1 to one counter through one batcher, again and again, with a number of calls under
 * way. Threads: {@code caller-N}; with more than one call under way the outcomes come on the common pool.
 */
final class BatcherCallers implements AutoCloseable {
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(2);

    private final LaneClient client;
    private final Batcher batcher;
    private final String key;
    private final int depth;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder done = new LongAdder();
    private volatile Histogram micros = new ConcurrentHistogram(MICROS_MAX, 3);
    private volatile boolean stopping;
    private volatile String fault;

    BatcherCallers(LaneClient client, BatcherBenchSettings settings, String key) {
        this.client = client;
        this.key = key;
        batcher = client.batcher(settings.batcher());
        depth = settings.depth();
        for (int i = 0; i < settings.threads(); i++) {
            Thread thread = new Thread(this::run, "caller-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void run() {
        Semaphore free = new Semaphore(depth);
        while (!stopping) {
            free.acquireUninterruptibly();
            long begin = System.nanoTime();
            if (depth == 1) {
                take(batcher.send(client.transact(LaneOp.add(key, 1))), begin);
                free.release();
            } else {
                batcher.sendAsync(client.transact(LaneOp.add(key, 1))).whenComplete((outcome, failure) -> {
                    take(outcome, begin);
                    free.release();
                });
            }
        }
        free.acquireUninterruptibly(depth);
    }

    private void take(CallOutcome<?> outcome, long begin) {
        if (outcome != null && outcome.isDone()) {
            done.increment();
            micros.recordValue(Math.min(MICROS_MAX, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin)));
        } else {
            fault = "an add was answered " + outcome;
            stopping = true;
        }
    }

    /** Calls that are done so far. */
    long done() {
        return done.sum();
    }

    /** Begins a measurement; returns the answer times of the one before, in microseconds. */
    Histogram next() {
        Histogram last = micros;
        micros = new ConcurrentHistogram(MICROS_MAX, 3);
        return last;
    }

    /** Why a caller ended early; null if none did. */
    String fault() {
        return fault;
    }

    /** Lets every call come to its end; returns the number of calls that are done. */
    long stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        return done();
    }

    @Override
    public void close() {
        stopping = true;
        batcher.close();
    }
}
