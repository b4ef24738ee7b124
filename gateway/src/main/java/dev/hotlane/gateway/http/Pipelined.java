package dev.hotlane.gateway.http;

import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The requests that were sent before the earlier ones of their connection were answered. The next one of each connection
 * waits here for its turn. While anybody else asks, they have a tenth of the event loop's time: clients that send requests
 * and take no answers hold up nobody who waits for one. Belongs to one event loop.
 */
final class Pipelined {
    /** Others wait that long at most, but for one request that takes longer by itself. */
    static final long TURN_NANOS = 200_000;

    /** Times the length of a turn before the next one. */
    static final int PAUSE_PARTS = 9;

    /** If nobody else has asked for that long, turns follow each other without a pause. */
    static final long OTHERS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean scheduled;
    private long pauseEndNanos;
    private long othersNanos;

    /** @param clock of nanoTime */
    Pipelined(ScheduledExecutorService loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
        long now = clock.getAsLong();
        pauseEndNanos = now;
        othersNanos = now - OTHERS_NANOS;
    }

    /** A request that was sent behind none is answered now. */
    void othersAsk() {
        othersNanos = clock.getAsLong();
    }

    /** Answers such a request when it is its turn. */
    void add(Runnable request) {
        waiting.add(request);
        if (!scheduled) {
            schedule();
        }
    }

    private void schedule() {
        scheduled = true;
        long delay = pauseEndNanos - clock.getAsLong();
        if (delay > 0) {
            loop.schedule(this::turn, delay, TimeUnit.NANOSECONDS);
        } else {
            loop.execute(this::turn);
        }
    }

    private void turn() {
        long begin = clock.getAsLong();
        long end = begin;
        while (!waiting.isEmpty() && end - begin < TURN_NANOS) {
            waiting.remove().run();
            end = clock.getAsLong();
        }
        boolean alone = end - othersNanos >= OTHERS_NANOS;
        pauseEndNanos = alone ? end : end + PAUSE_PARTS * (end - begin);
        scheduled = false;
        if (!waiting.isEmpty()) {
            schedule();
        }
    }
}
