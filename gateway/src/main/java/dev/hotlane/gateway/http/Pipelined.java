package dev.hotlane.gateway.http;

import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Requests that were sent before earlier ones of their connection were answered. The next one of each connection waits
 * here for its turn. While clients call that never pipelined, these requests get at most a tenth of the event loop's time. So
 * clients that send without reading answers delay no client that waits for one. Belongs to one event loop.
 */
final class Pipelined {
    /** Longest turn in ns, and so the longest wait of other requests; the turn's last request may exceed it. */
    static final long TURN_NANOS = 200_000;

    /** The pause after a turn is this many times the turn's length. */
    static final int PAUSE_PARTS = 9;

    /**
     * Without another client's request for this time, turns follow each other without a pause. Short, so that a health check
     * each second costs clients that pipeline little; a call that comes after it waits for one turn at most.
     */
    static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean scheduled;
    private long pauseEndNanos;
    private long othersNanos;

    /** @param clock returns nanoTime */
    Pipelined(ScheduledExecutorService loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
        long now = clock.getAsLong();
        pauseEndNanos = now;
        othersNanos = now - OTHERS_NANOS;
    }

    /** Called when a request of a connection that never pipelined is answered; it arrived at that nanoTime, in this turn. */
    void othersAsk(long nowNanos) {
        othersNanos = nowNanos;
    }

    /** Adds a pipelined request; runs it when its turn comes. */
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
