package dev.hotlane.gateway.changes;

import dev.hotlane.gateway.watch.WatchOutput;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One stream of changes. It reads the ring from a place of its own, or a reader reads the topic for it; so a slow client costs no
 * queue beyond the one batch of its reader. Belongs to one event loop.
 */
public final class ChangesStream {
    /** Time between two events progress. */
    static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Time without a byte after which a comment is sent. */
    static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** Groups of one run. */
    private static final int GROUPS_MAX = 1_024;

    private static final long OUTSIDE = -1;

    /** Index in the list of streams of its loop. */
    int listed;

    /** Whether it waits for its run in this turn. */
    boolean ready;

    final WatchOutput output;
    final ChangesFilter filter;
    final long generation;

    private final ChangesLoop loop;
    private final ArrayDeque<ChangesGroup> batch = new ArrayDeque<>();

    /** What its client has, or does not want: all matching changes up to it are written. */
    private long position;

    /** The place of the next group in the ring; {@link #OUTSIDE} unless it reads the ring. */
    private long place = OUTSIDE;

    /** What reads for it; null while it reads the ring, or waits until its client takes more. */
    private CatchUp catchUp;

    /** All that begins before this offset was passed, once the batch is written; -1 before a batch. */
    private long offset = -1;

    private boolean batchTaken = true;
    private boolean full;
    private boolean ended;
    private long fullNanos;
    private long progressNanos;
    private long wroteNanos;

    ChangesStream(ChangesLoop loop, WatchOutput output, ChangesRequest request, long generation, long nowNanos) {
        this.loop = loop;
        this.output = output;
        this.generation = generation;
        filter = request.filter();
        position = request.after();
        progressNanos = nowNanos;
        wroteNanos = nowNanos;
    }

    long position() {
        return position;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether a reader works for it. */
    boolean catchesUp() {
        return catchUp != null;
    }

    /** It gets no more. */
    void end() {
        ended = true;
        batch.clear();
        leaveReader();
    }

    /** It reads the ring from there. */
    void join(ChangesRing.Joined joined) {
        place = joined.place();
        position = joined.sequence();
        offset = -1;
        leaveReader();
    }

    private void leaveReader() {
        if (catchUp != null) {
            catchUp.stop();
            catchUp = null;
        }
    }

    /** A reader looks for its changes. */
    void awaits(CatchUp by) {
        place = OUTSIDE;
        catchUp = by;
        batchTaken = true;
    }

    /** The reader passes a batch. */
    void take(List<ChangesGroup> groups, long next) {
        if (!ended) {
            batch.addAll(groups);
            offset = next;
            batchTaken = false;
            loop.ready(this);
        }
    }

    /** Writes what is there, up to a bound; returns whether there is more. */
    boolean run(long nowNanos) {
        if (isFull(nowNanos)) {
            if (nowNanos - fullNanos >= loop.takeMaxNanos) {
                loop.cutSlow(this);
            }
            return false;
        }
        boolean more = place == OUTSIDE ? runBatch() : runRing();
        if (ended) {
            return false;
        }
        if (!output.full()) {
            beat(nowNanos);
        }
        flush(nowNanos);
        return more && !full;
    }

    /** Composes what is due even if nothing matches. */
    private void beat(long nowNanos) {
        if (nowNanos - progressNanos >= PROGRESS_NANOS && position >= 0) {
            progressNanos = nowNanos;
            loop.writer.progress(position);
        } else if (nowNanos - wroteNanos >= SILENT_NANOS) {
            loop.writer.comment();
        }
    }

    /** Whether nothing may be written now; the output then makes it ready once its client took enough. */
    private boolean isFull(long nowNanos) {
        boolean was = full;
        full = output.full();
        if (full && !was) {
            fullNanos = nowNanos;
            output.whenDrained(this::drained);
        }
        return full;
    }

    private void drained() {
        full = false;
        loop.ready(this);
    }

    private void flush(long nowNanos) {
        if (loop.writer.flush(output)) {
            wroteNanos = nowNanos;
        }
    }

    private boolean runRing() {
        // In this order: what was read up to it is in the ring by then.
        long upTo = loop.upTo();
        for (int passed = 0; passed < GROUPS_MAX; passed += loop.copied.length) {
            int count = loop.copy(place);
            if (count < 0) {
                place = OUTSIDE;
                loop.behind(this);
                return !ended && place != OUTSIDE;
            }
            if (count == 0) {
                position = Math.max(position, upTo);
                return false;
            }
            for (int i = 0; i < count; i++) {
                place++;
                if (loop.copied[i].sequence() <= position) {
                    // Its reader was ahead of the ring, and has passed this group already.
                    continue;
                }
                write(loop.copied[i]);
                if (loop.writer.isLong() && fills()) {
                    return true;
                }
            }
        }
        return true;
    }

    /** Writes what is composed; returns whether the client's queue is full then. */
    private boolean fills() {
        flush(loop.now());
        return output.full();
    }

    private void write(ChangesGroup group) {
        if (filter.matches(group)) {
            loop.writer.group(group, filter.sight());
        }
        position = group.sequence();
    }

    private boolean runBatch() {
        if (catchUp == null) {
            // Its client was slow, and takes again.
            loop.behind(this);
            return !ended && place != OUTSIDE;
        }
        while (!batch.isEmpty()) {
            write(batch.remove());
            if (loop.writer.isLong() && fills()) {
                return true;
            }
        }
        if (!batchTaken) {
            batchTaken = true;
            ChangesRing.Joined joined = loop.joined(position, offset);
            if (joined == null) {
                catchUp.more();
            } else {
                join(joined);
                return true;
            }
        }
        return false;
    }
}
