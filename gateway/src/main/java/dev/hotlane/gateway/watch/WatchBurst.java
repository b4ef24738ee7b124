package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.json.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Composes the events of a stream, all as of the mark. The event of a key is encoded once for all streams of the event loop
 * until the key changes. Belongs to that event loop.
 */
final class WatchBurst {

    private final ViewRead view;
    private final FullBuckets buckets;
    private final JsonText out = new JsonText();
    private final JsonText event = new JsonText();
    private final List<WatchedKey> keys = new ArrayList<>();
    private final List<WatchedKey> gone = new ArrayList<>();
    private final List<WatchedKey> toRead = new ArrayList<>();
    private final List<byte[]> read = new ArrayList<>();
    private int events;

    WatchBurst(ViewRead view, FullBuckets buckets) {
        this.view = view;
        this.buckets = buckets;
    }

    /** Begins a burst without a key and without text. */
    void clear() {
        keys.clear();
        gone.clear();
        out.clear();
        events = 0;
    }

    void add(WatchedKey key) {
        keys.add(key);
    }

    /** Adds a key that was removed once and may exist again. */
    void addGone(WatchedKey key) {
        gone.add(key);
    }

    /** The text composed so far. */
    JsonText text() {
        return out;
    }

    /** Events of counters in the text. */
    int events() {
        return events;
    }

    /** Encodes the keys as of the mark; returns false if the view has moved on or is gone. */
    boolean encode(WatchMark at) {
        toRead.clear();
        read.clear();
        requireEncoded(keys, at.generation());
        requireEncoded(gone, at.generation());
        if (toRead.isEmpty()) {
            return true;
        }
        // The same object: a view that was loaded again may stand at the same sequence.
        if (!view.take(read) || view.cut() != at.cut()) {
            return false;
        }
        for (int i = 0; i < toRead.size(); i++) {
            encode(i, toRead.get(i), at.generation());
        }
        return true;
    }

    private void requireEncoded(List<WatchedKey> some, long generation) {
        for (WatchedKey key : some) {
            if (!key.isEncoded(generation)) {
                toRead.add(key);
                read.add(key.key);
            }
        }
    }

    private void encode(int i, WatchedKey key, long generation) {
        WatchEvents.counter(event.clear());
        view.write(i, key.key, event);
        WatchEvents.end(event);
        long version = view.version(i);
        byte[] bytes = Arrays.copyOf(event.bytes(), event.length());
        key.encoded(bytes, generation, view.exists(i), view.isBlank(i), version);
        buckets.set(key, version < 0 ? view.value(i) : 0);
    }

    /** Appends what changed: as removed what is not {@link WatchedKey#isShown shown} any more. */
    void appendChanges(boolean board) {
        keys.forEach(key -> append(key, board));
    }

    /** Appends all values; of a board those that it lists. */
    void appendAll(boolean board) {
        for (WatchedKey key : keys) {
            if (!board || key.isShown(true)) {
                counter(key);
            }
        }
    }

    /**
     * Appends what may have changed after a sequence: greater versions, and counters whose version does not show each
     * change. Of a board, counters that are gone are those that {@link #addGone} got.
     */
    void appendAfter(long sequence, boolean board) {
        for (WatchedKey key : keys) {
            if (key.exists() ? key.version() <= 0 || key.version() > sequence : !board) {
                append(key, board);
            }
        }
        for (WatchedKey key : gone) {
            if (!key.exists()) {
                append(key, board);
            }
        }
    }

    private void append(WatchedKey key, boolean board) {
        if (key.isShown(board)) {
            counter(key);
        } else {
            events++;
            WatchEvents.removed(key.key, out);
        }
    }

    private void counter(WatchedKey key) {
        events++;
        out.raw(key.event());
    }

    /** Frees the events that no other stream needs. */
    void forgetOwn() {
        for (WatchedKey key : keys) {
            if (key.hasOneSubscription()) {
                key.forget();
            }
        }
    }
}
