package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.view.ViewRead;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends reads to the view or into the log, as their terms allow. A read whose least offset the view has not reached waits
 * for it. Belongs to one event loop, except {@link #moved}.
 */
public final class LocalReads {
    private static final Logger log = LoggerFactory.getLogger(LocalReads.class);

    /** Longest wait for the view to reach the least offset of a read. */
    static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Reads for a proof leave for this time after the last read that the view may answer. */
    static final long USED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LocalView view;
    private final Exchanges exchanges;
    private final LaneHealth health;
    private final SharedReads shared;
    private final ViewRead read;
    private final int waitingMax;
    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** Reads that wait; above 0 the view reports when it moves. */
    private volatile int waits;

    private boolean timed;
    private boolean used;
    private long usedNanos;

    private record Waiting(LocalExchange read, int keysMax, long sinceNanos) {}

    /**
     * The reads of one event loop.
     *
     * @param waitingMax most reads that may wait for the view; one more goes through the log
     * @param clock returns nanoTime
     */
    public LocalReads(
            LocalView view,
            Exchanges exchanges,
            LaneHealth health,
            int waitingMax,
            ScheduledExecutorService loop,
            LongSupplier clock) {
        this.view = view;
        this.exchanges = exchanges;
        this.health = health;
        this.waitingMax = waitingMax;
        this.loop = loop;
        this.clock = clock;
        shared = new SharedReads(exchanges);
        read = new ViewRead(view.table());
        view.table().listen(this::moved);
    }

    /**
     * Answers an exchange from the view, or sends it into the log; throws RequestRefused if it can't be sent.
     *
     * @param keysMax most keys of a READ by the rules in force
     */
    public void send(LocalExchange exchange, int keysMax) {
        ReadTerms terms = exchange.terms();
        if (!terms.local()) {
            exchange.publish(exchanges, shared, keysMax);
            return;
        }
        long now = clock.getAsLong();
        usedAt(now);
        long at = view.table().sequence();
        if (at >= 0 && at < terms.minOffset() && waiting.size() < waitingMax) {
            await(new Waiting(exchange, keysMax, now));
        } else {
            answer(exchange, keysMax, now);
        }
        prove(now);
    }

    /** Answers from the view if it is young enough and has the least offset, else sends the exchange into the log. */
    private void answer(LocalExchange exchange, int keysMax, long now) {
        ReadTerms terms = exchange.terms();
        if (read.take(exchange.keys()) && read.cut().to() >= terms.minOffset()) {
            long ageMs = view.proofs().ageMs(read.cut().to(), now);
            long ageMaxMs = terms.maxStaleMs() >= 0
                    ? terms.maxStaleMs()
                    : view.staleMax().toMillis();
            if (ageMs >= 0 && ageMs <= ageMaxMs) {
                view.meters().readFromView();
                exchange.view(read, ageMs);
                return;
            }
        }
        view.meters().readFromLane();
        exchange.publish(exchanges, shared, keysMax);
    }

    private void await(Waiting next) {
        waiting.add(next);
        waits = waiting.size();
        if (view.table().sequence() >= next.read.terms().minOffset()) {
            // The view moved before it could see that a read waits.
            loop.execute(this::look);
        }
        schedule();
    }

    /** Number of reads that wait for the view; any thread. */
    public int waiting() {
        return waits;
    }

    private void schedule() {
        if (!timed && !waiting.isEmpty()) {
            timed = true;
            long left = waiting.peek().sinceNanos + WAIT_NANOS - clock.getAsLong();
            loop.schedule(
                    () -> {
                        timed = false;
                        look();
                    },
                    Math.max(0, left),
                    TimeUnit.NANOSECONDS);
        }
    }

    /** The view has moved. Thread view-table. */
    private void moved() {
        if (waits > 0) {
            loop.execute(this::look);
        }
    }

    /** Ends the wait of each read whose offset is reached, or that waited long enough. */
    private void look() {
        long now = clock.getAsLong();
        long at = view.table().sequence();
        for (int i = waiting.size(); i > 0; i--) {
            Waiting next = waiting.remove();
            boolean reached = at < 0 || at >= next.read.terms().minOffset();
            if (reached || now - next.sinceNanos >= WAIT_NANOS) {
                end(next, now);
            } else {
                waiting.add(next);
            }
        }
        waits = waiting.size();
        schedule();
    }

    private void end(Waiting next, long now) {
        try {
            answer(next.read, next.keysMax, now);
        } catch (RequestRefused e) {
            next.read.refused(e.code(), e.getMessage());
        }
    }

    /** A read of a board uses the view: READs for proofs leave. */
    public void use() {
        long now = clock.getAsLong();
        usedAt(now);
        prove(now);
    }

    private void usedAt(long now) {
        used = true;
        usedNanos = now;
    }

    /** Sends a READ for a proof if reads use the view and none left lately. Called several times in its pace. */
    public void prove() {
        prove(clock.getAsLong());
    }

    private void prove(long now) {
        boolean inUse = used && now - usedNanos <= USED_NANOS;
        if (inUse && health.fault(now) == null && view.proofs().due(now)) {
            try {
                exchanges.publish(new ProofRead(exchanges));
            } catch (RequestRefused e) {
                log.debug("no READ for a proof: {}", e.getMessage());
            }
        }
    }
}
