package dev.hotlane.gateway.changes;

import dev.hotlane.gateway.watch.WatchOutput;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The streams of changes of one event loop. A turn every 10 ms makes all streams due if the ring has more or 100 ms have passed,
 * then runs those that are due for about 2 ms before the loop's other work. Belongs to that event loop.
 */
public final class ChangesLoop {
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long ALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int RETRY_MS_MIN = 1_000;
    private static final int RETRY_MS_MAX = 5_000;

    final ChangesWriter writer;

    /** One for all streams, so that a slow one keeps no group. */
    final ChangesGroup[] copied = new ChangesGroup[64];

    /** Longest time for which a client does not take what was written. */
    final long takeMaxNanos;

    private final ChangesHub changes;
    private final ScheduledExecutorService loop;
    private final LongSupplier clock;
    private final RandomGenerator random;
    private final List<ChangesStream> streams = new ArrayList<>();
    private final ArrayDeque<ChangesStream> due = new ArrayDeque<>();
    private long seenEnd = -1;
    private long allNanos;
    private boolean scheduled;
    private boolean ending;

    ChangesLoop(
            ChangesHub changes,
            ScheduledExecutorService loop,
            LongSupplier clock,
            RandomGenerator random,
            Duration takeMax) {
        this.changes = changes;
        this.loop = loop;
        this.clock = clock;
        this.random = random;
        takeMaxNanos = takeMax.toNanos();
        writer = new ChangesWriter(changes.events, changes.counts());
        allNanos = clock.getAsLong();
    }

    /** What a call of {@link #open} leads to; called once on the event loop, at once or later. */
    public interface Opening {
        /** Where the stream goes; asked only when it begins. Null: the client is gone. */
        WatchOutput begin();

        /** The stream is open. */
        void opened(ChangesStream stream);

        /** All places or all readers are taken. */
        void noPlace();

        /** Changes behind the client's sequence were deleted; {@code oldest} is the least that is kept. */
        void expired(long oldest);

        /** The topics can't be read now. */
        void away();
    }

    /** Opens a stream whose request was {@link ChangesAnswer.State#REACHED}. */
    public void open(ChangesRequest request, Opening opening) {
        long after = request.after() == ChangesRequest.NOW ? changes.tail() : request.after();
        ChangesRequest known = new ChangesRequest(request.filter(), after);
        long generation = changes.generation();
        if (generation == 0 || ending) {
            opening.away();
            return;
        }
        ChangesRing.Joined joined = changes.ring.join(after, -1);
        if (joined != null) {
            ChangesStream stream = begin(known, generation, opening);
            if (stream != null) {
                stream.join(joined);
            }
            return;
        }
        ChangesSearch search = new ChangesSearch(this, known, generation, opening);
        if (!search(search, after)) {
            opening.noPlace();
        }
    }

    /** Has a reader look for what is behind a sequence; returns false if none is free. */
    private boolean search(ChangesSearch search, long after) {
        CatchUp reader = changes.catchUps.begin(after, changes.upTo(), loop, search);
        if (reader == null) {
            changes.counts().refuse();
            return false;
        }
        search.by(reader);
        return true;
    }

    /** Begins a stream and writes its head; null if it can not begin, of which the opening is informed. */
    ChangesStream begin(ChangesRequest request, long generation, Opening opening) {
        if (ending) {
            opening.away();
            return null;
        }
        if (!changes.places.take()) {
            changes.counts().refuse();
            opening.noPlace();
            return null;
        }
        WatchOutput output = opening.begin();
        if (output == null) {
            changes.places.free();
            return null;
        }
        changes.counts().opened();
        ChangesStream stream = new ChangesStream(this, output, request, generation, clock.getAsLong());
        stream.listed = streams.size();
        streams.add(stream);
        writer.drop();
        writer.head(random.nextInt(RETRY_MS_MIN, RETRY_MS_MAX + 1), request.after());
        writer.flush(output);
        opening.opened(stream);
        ready(stream);
        return stream;
    }

    /** A stream of the ring is behind it: it joins again, or gets a reader, or ends so that its client comes again. */
    void behind(ChangesStream stream) {
        ChangesRing.Joined joined = changes.ring.join(stream.position(), -1);
        if (joined != null) {
            stream.join(joined);
            return;
        }
        ChangesSearch search = new ChangesSearch(this, stream);
        if (!search(search, stream.position())) {
            end(stream);
        }
    }

    /** Ends a stream whose client is gone. Does nothing if it has ended. */
    public void closed(ChangesStream stream) {
        if (stream.hasEnded()) {
            return;
        }
        stream.end();
        ChangesStream last = streams.remove(streams.size() - 1);
        if (last != stream) {
            last.listed = stream.listed;
            streams.set(stream.listed, last);
        }
        changes.places.free();
        changes.counts().closed();
    }

    /** Ends a stream so that its client opens it again, here or elsewhere. Does nothing if it has ended. */
    public void end(ChangesStream stream) {
        if (!stream.hasEnded()) {
            closed(stream);
            stream.output.end();
        }
    }

    /** Closes the connection of a stream whose client takes too little. */
    void cutSlow(ChangesStream stream) {
        closedSlow(stream);
        stream.output.cut();
    }

    /** Ends a stream whose connection was closed as its client took too little. Does nothing if it has ended. */
    public void closedSlow(ChangesStream stream) {
        if (!stream.hasEnded()) {
            changes.counts().cutSlow();
            closed(stream);
        }
    }

    /** Ends all streams in the next turns and opens no other. */
    public void endAll() {
        ending = true;
        schedule(0);
    }

    /** Runs a stream in the next turn. */
    void ready(ChangesStream stream) {
        if (!stream.ready && !stream.hasEnded()) {
            stream.ready = true;
            due.add(stream);
            schedule(0);
        }
    }

    long upTo() {
        return changes.upTo();
    }

    long now() {
        return clock.getAsLong();
    }

    /** Copies the next groups of the ring to {@link #copied}; returns as {@link ChangesRing#copy}. */
    int copy(long place) {
        return changes.ring.copy(place, copied);
    }

    /** Where a stream joins the ring; null if it is not complete from there. */
    ChangesRing.Joined joined(long position, long offset) {
        return changes.ring.join(position, offset);
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
            while (!streams.isEmpty() && clock.getAsLong() - begin < TURN_NANOS) {
                end(streams.get(streams.size() - 1));
            }
            schedule(0);
            return;
        }
        long end = changes.ring.end();
        if (end != seenEnd || begin - allNanos >= ALL_NANOS) {
            seenEnd = end;
            allNanos = begin;
            streams.forEach(this::ready);
        }
        long generation = changes.generation();
        while (!due.isEmpty() && clock.getAsLong() - begin < TURN_NANOS) {
            ChangesStream stream = due.remove();
            stream.ready = false;
            if (stream.hasEnded()) {
                continue;
            }
            writer.drop();
            if (stream.generation != generation) {
                end(stream);
            } else if (stream.run(begin)) {
                ready(stream);
            }
        }
        schedule(due.isEmpty() ? PAUSE_NANOS : 0);
    }
}
