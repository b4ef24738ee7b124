package dev.hotlane.jmh.lane.callers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Threads of this JVM that each sell one unit after the other, with a number of calls under way. Threads: {@code caller-N};
 * with more than one call under way the answers come on a thread of the client.
 */
final class StockCallers {
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(2);

    private final HotStock stock;
    private final int depth;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder sold = new LongAdder();
    private final Histogram micros = new ConcurrentHistogram(MICROS_MAX, 3);
    private volatile boolean stopping;
    private volatile String fault;

    /** They begin at once. */
    StockCallers(HotStock stock, int count, int depth) {
        this.stock = stock;
        this.depth = depth;
        for (int i = 0; i < count; i++) {
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
                take(stock.sellAndWait(), begin);
                free.release();
            } else {
                stock.sell().whenComplete((wrong, failure) -> {
                    take(failure == null ? wrong : failure.toString(), begin);
                    free.release();
                });
            }
        }
        free.acquireUninterruptibly(depth);
    }

    private void take(String wrong, long begin) {
        if (wrong == null) {
            sold.increment();
            micros.recordValue(Math.min(MICROS_MAX, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin)));
        } else {
            fault = "a sale was answered " + wrong;
            stopping = true;
        }
    }

    /** Units sold so far. */
    long sold() {
        return sold.sum();
    }

    /** Times of the answers so far, in microseconds. */
    Histogram micros() {
        return micros;
    }

    /** Why a caller ended early; null if none did. */
    String fault() {
        return fault;
    }

    /** Lets every call come to its end. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
