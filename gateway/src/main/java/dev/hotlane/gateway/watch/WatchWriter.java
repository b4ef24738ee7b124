package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.json.JsonText;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Writes what streams of one event loop get; belongs to that event loop. */
final class WatchWriter {
    private static final int TRIES = 3;
    private static final int RETRY_MS_MIN = 1_000;
    private static final int RETRY_MS_MAX = 5_000;

    private final Watches watches;
    private final WatchedKeys keys;
    private final RandomGenerator random;
    private final WatchBurst burst;

    WatchWriter(Watches watches, WatchedKeys keys, ViewRead view, RandomGenerator random) {
        this.watches = watches;
        this.keys = keys;
        this.random = random;
        burst = new WatchBurst(view, keys.buckets);
    }

    /** What clients get before the first event: when to come again, and for a new client an id before all records. */
    void open(WatchStream stream, WatchMark at) {
        JsonText text = cleared();
        int retryMs = random.nextInt(RETRY_MS_MIN, RETRY_MS_MAX + 1);
        if (stream.after == null) {
            WatchEvents.retryFromStart(retryMs, at, text);
        } else {
            WatchEvents.retry(retryMs, text);
        }
        write(stream);
    }

    /**
     * Writes the first values, or all values of another load of the view; returns the mark that they are as of, or null if
     * packs outran the reader.
     *
     * @param generation of the load that the stream has values of, or was opened in
     */
    WatchMark first(WatchStream stream, long generation) {
        boolean board = stream.board != null;
        for (int i = 0; i < TRIES; i++) {
            WatchMark at = keys.take(watches);
            if (at == null || board && !stream.board.isListed(at.generation())) {
                return null;
            }
            burst.clear();
            collectAll(stream);
            boolean resumes = !stream.hasBegun() && stream.after != null;
            boolean anew = !resumes && !stream.hasBegun();
            boolean follows = resumes && generation == at.generation() && collectGone(stream, at);
            if (!burst.encode(at)) {
                continue;
            }
            if (follows) {
                burst.appendAfter(stream.after.sequence(), board);
            } else {
                if (!anew) {
                    watches.counts().reset();
                    WatchEvents.reset(at, burst.text());
                }
                burst.appendAll(board);
            }
            WatchEvents.ready(at, burst.text());
            finish(stream);
            return at;
        }
        return null;
    }

    /** Adds what was removed since the client's id; returns false if that is not known. */
    private boolean collectGone(WatchStream stream, WatchMark at) {
        EventId after = stream.after;
        if (after.topicHash() != at.cut().topicHash()
                || after.sequence() < at.removed().floor()) {
            return false;
        }
        if (stream.board == null) {
            return true;
        }
        Set<ByteBuffer> met = new HashSet<>();
        return at.removed().since(after.sequence(), stream.board.prefix, key -> {
            if (met.add(ByteBuffer.wrap(key))) {
                burst.addGone(keys.find(key));
            }
        });
    }

    private void collectAll(WatchStream stream) {
        if (stream.board == null) {
            for (WatchSubscription subscription : stream.keys) {
                burst.add(subscription.key);
            }
        } else {
            stream.board.forEach(burst::add);
        }
    }

    /** Writes what changed since the last burst; returns as {@link #first}. */
    WatchMark changes(WatchStream stream, WatchMark last) {
        WatchMark at = last;
        for (int i = 0; i < TRIES; i++) {
            burst.clear();
            collectChanges(stream);
            if (burst.encode(at)) {
                burst.appendChanges(stream.board != null);
                WatchEvents.progress(at, burst.text());
                finish(stream);
                return at;
            }
            at = keys.take(watches);
            if (at == null || at.generation() != last.generation()) {
                return null;
            }
        }
        return null;
    }

    private void collectChanges(WatchStream stream) {
        if (stream.board != null) {
            stream.board.changedAfter(stream.seenTurn(), burst::add);
            return;
        }
        for (WatchSubscription subscription : stream.keys) {
            if (subscription.key.changedTurn > stream.seenTurn()) {
                burst.add(subscription.key);
            }
        }
    }

    private void finish(WatchStream stream) {
        watches.counts().events(burst.events());
        write(stream);
        if (stream.board == null) {
            burst.forgetOwn();
        }
    }

    /** Writes that there are no changes up to the mark. */
    void progress(WatchStream stream, WatchMark at) {
        WatchEvents.progress(at, cleared());
        write(stream);
    }

    /** Writes that the connection is alive. */
    void comment(WatchStream stream) {
        cleared().raw(WatchEvents.COMMENT);
        write(stream);
    }

    private JsonText cleared() {
        burst.clear();
        return burst.text();
    }

    private void write(WatchStream stream) {
        stream.output.write(burst.text().bytes(), burst.text().length());
    }
}
