package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ViewRead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The streams of one event loop. Each turn takes the changed keys, then runs the streams that are due, for about 2 ms before
 * the loop's other work. Turns follow each other every 10 ms while there is a stream. Belongs to that event loop.
 */
public final class WatchLoop {
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    final WatchedKeys keys;
    final WatchWriter writer;

    /** Longest time for which a client does not take what was written. */
    final long takeMaxNanos;

    private final Watches watches;
    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final WatchWheel wheel;
    private final List<WatchStream> streams = new ArrayList<>();
    private final ArrayDeque<WatchStream> due = new ArrayDeque<>();
    private long generation = -1;
    private boolean scheduled;
    private boolean ending;

    /**
     * A loop without a stream.
     *
     * @param clock returns nanoTime
     * @param random draws how long each client waits before it opens its stream again
     * @param takeMax longest time for which a client does not take what was written
     */
    WatchLoop(
            Watches watches,
            ViewRead view,
            ScheduledExecutorService loop,
            LongSupplier clock,
            RandomGenerator random,
            Duration takeMax) {
        this.watches = watches;
        this.loop = loop;
        this.clock = clock;
        takeMaxNanos = takeMax.toNanos();
        keys = new WatchedKeys(watches.probe());
        writer = new WatchWriter(watches, keys, view, random);
        wheel = new WatchWheel(clock.getAsLong());
    }

    /**
     * Opens a stream and writes its head; its first values follow within turns. Returns null if all places are taken or the
     * view is away. The caller's id, if any, is of this lane.
     */
    public WatchStream open(WatchOutput output, WatchRequest request) {
        WatchMark at = watches.mark();
        if (at == null || ending || !watches.counts().open()) {
            return null;
        }
        WatchStream stream = new WatchStream(this, output, request, at, clock.getAsLong());
        stream.place = streams.size();
        streams.add(stream);
        if (request.keys() != null) {
            keys.watch(stream, request.keys());
        } else if (keys.watch(stream, request.prefix())) {
            watches.listBoards();
        }
        writer.open(stream, at);
        ready(stream);
        return stream;
    }

    /** Ends a stream whose client is gone. Does nothing if it has ended. */
    public void closed(WatchStream stream) {
        if (stream.hasEnded()) {
            return;
        }
        stream.end();
        wheel.remove(stream);
        WatchStream last = streams.remove(streams.size() - 1);
        if (last != stream) {
            last.place = stream.place;
            streams.set(stream.place, last);
        }
        keys.remove(stream);
        watches.counts().closed();
    }

    /** Ends a stream so that its client opens it again, here or elsewhere. */
    public void end(WatchStream stream) {
        closed(stream);
        stream.output.end();
    }

    /** Closes the connection of a stream whose client takes too little. */
    void cutSlow(WatchStream stream) {
        closedSlow(stream);
        stream.output.cut();
    }

    /** Ends a stream whose connection was closed as its client took too little. Does nothing if it has ended. */
    public void closedSlow(WatchStream stream) {
        if (!stream.hasEnded()) {
            watches.counts().cutSlow();
            closed(stream);
        }
    }

    /** Ends all streams in the next turns and opens no other. */
    public void endAll() {
        ending = true;
        schedule(0);
    }

    /** Runs a stream in the next turn. */
    void ready(WatchStream stream) {
        if (!stream.ready && !stream.hasEnded()) {
            stream.ready = true;
            wheel.remove(stream);
            due.add(stream);
            schedule(0);
        }
    }

    /** Runs a stream at this time, unless it is ready. */
    void place(WatchStream stream, long dueNanos) {
        if (!stream.ready && !stream.hasEnded()) {
            wheel.place(stream, dueNanos);
        }
    }

    private void schedule(long delayNanos) {
        if (scheduled || streams.isEmpty()) {
            return;
        }
        scheduled = true;
        if (delayNanos == 0) {
            loop.execute(this::turn);
        } else {
            loop.schedule(this::turn, delayNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void turn() {
        scheduled = false;
        long begin = clock.getAsLong();
        if (ending) {
            endSome(begin);
            return;
        }
        WatchMark at = keys.take(watches);
        if (at != null && at.generation() != generation) {
            generation = at.generation();
            streams.forEach(this::ready);
        }
        wheel.advance(begin, this::ready);
        while (!due.isEmpty() && clock.getAsLong() - begin < TURN_NANOS) {
            WatchStream stream = due.remove();
            stream.ready = false;
            if (stream.hasEnded()) {
                continue;
            }
            if (stream.board != null && stream.board.isTooLong()) {
                end(stream);
            } else {
                stream.run(keys.at(), begin);
            }
        }
        schedule(due.isEmpty() ? WatchWheel.SLOT_NANOS : 0);
    }

    private void endSome(long begin) {
        while (!streams.isEmpty() && clock.getAsLong() - begin < TURN_NANOS) {
            end(streams.get(streams.size() - 1));
        }
        schedule(0);
    }
}
