package dev.hotlane.gateway.watch;

import java.util.concurrent.TimeUnit;

/**
 * One stream of events. What its client lacks is known by the turns in which keys changed, so a slow client costs no queue:
 * it gets fewer, newer values. Belongs to one event loop.
 */
public final class WatchStream {
    /** Time between two events progress while nothing changes. */
    static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Time without a byte after which a comment is sent. */
    static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long NEVER = Long.MIN_VALUE;

    /** When it is due; nanoTime. Of {@link WatchWheel}, as are the three after it. */
    long dueNanos;

    int slot = -1;
    WatchStream inSlotNext;
    WatchStream inSlotPrevious;

    /** Index in the list of streams of its loop. */
    int place;

    /** Whether it waits for its run in this turn. */
    boolean ready;

    final WatchOutput output;
    final EventId after;

    /** The keys that it watches; null for a board. */
    WatchSubscription[] keys;

    /** The board that it watches; null for keys. */
    WatchedBoard board;

    private final WatchLoop loop;
    private final long intervalNanos;
    private long generation;
    private long seenTurn = NEVER;
    private boolean begun;
    private boolean changed = true;
    private boolean full;
    private boolean ended;
    private long fullNanos;
    private long burstNanos;
    private long progressNanos;
    private long wroteNanos;

    /** @param at what the view is marked up to; the caller's id is of this load of the view or of an earlier one */
    WatchStream(WatchLoop loop, WatchOutput output, WatchRequest request, WatchMark at, long nowNanos) {
        this.loop = loop;
        this.output = output;
        after = request.after();
        intervalNanos = TimeUnit.MILLISECONDS.toNanos(request.minIntervalMs());
        generation = at.generation();
        burstNanos = nowNanos - intervalNanos;
        progressNanos = nowNanos;
        wroteNanos = nowNanos;
    }

    /** The turn up to which it has all changes; the least number before its first burst. */
    long seenTurn() {
        return seenTurn;
    }

    /** Whether it has had its first values. */
    boolean hasBegun() {
        return begun;
    }

    boolean hasEnded() {
        return ended;
    }

    /** It gets no more. */
    void end() {
        ended = true;
    }

    /** A key of it changed: it is due once its interval has passed. */
    void changed() {
        if (!changed) {
            changed = true;
            if (!full && !ready) {
                loop.place(this, burstNanos + intervalNanos);
            }
        }
    }

    /** Writes what is due now, and places the stream for the time at which it is due next. */
    void run(WatchMark at, long nowNanos) {
        if (isFull(nowNanos)) {
            if (nowNanos - fullNanos >= loop.takeMaxNanos) {
                loop.cutSlow(this);
            } else {
                loop.place(this, fullNanos + loop.takeMaxNanos);
            }
        } else {
            boolean later = at != null && (awaits(at) || !write(at, nowNanos));
            if (nowNanos - wroteNanos >= SILENT_NANOS) {
                loop.writer.comment(this);
                wroteNanos = nowNanos;
            }
            loop.place(this, at == null ? nowNanos + PROGRESS_NANOS : later ? nowNanos : nextNanos());
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

    /** Whether the view has not reached what the client has. */
    private boolean awaits(WatchMark at) {
        return !begun
                && after != null
                && generation == at.generation()
                && at.cut().topicHash() == after.topicHash()
                && at.cut().to() < after.sequence();
    }

    /** Writes values or progress if they are due; returns false if packs outran the reader. */
    private boolean write(WatchMark at, long nowNanos) {
        boolean whole = !begun || generation != at.generation();
        if (whole || changed && nowNanos - burstNanos >= intervalNanos) {
            WatchMark written = whole ? loop.writer.first(this, generation) : loop.writer.changes(this, at);
            if (written == null) {
                return false;
            }
            begun = true;
            changed = false;
            generation = written.generation();
            seenTurn = loop.keys.turn();
            burstNanos = nowNanos;
            wrote(nowNanos);
        } else if (!changed && nowNanos - progressNanos >= PROGRESS_NANOS) {
            loop.writer.progress(this, at);
            wrote(nowNanos);
        }
        return true;
    }

    private void wrote(long nowNanos) {
        progressNanos = nowNanos;
        wroteNanos = nowNanos;
    }

    private long nextNanos() {
        return changed ? burstNanos + intervalNanos : progressNanos + PROGRESS_NANOS;
    }
}
