package dev.hotlane.gateway.watch;

import dev.hotlane.protocol.Hash;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A key that one event loop watches: its streams, and its event as last encoded. Also the key of the loop's index. Belongs
 * to that event loop, except {@link #queued}.
 */
final class WatchedKey {
    final byte[] key;

    /** Whether it is in the queue of changed keys of its loop; thread view-table sets it, the loop clears it. */
    final AtomicBoolean queued = new AtomicBoolean();

    /** Number of the turn that last met a change of it. */
    long changedTurn;

    /** First of the subscriptions of streams that watch this key by itself. */
    WatchSubscription first;

    /** Log time in ns at which it is a full bucket, in the {@link FullBuckets} of its loop; 0 for none. */
    long fullNanos;

    private final int hash;
    private byte[] event;
    private long generation;
    private boolean exists;
    private boolean blank;
    private long version;

    WatchedKey(byte[] key, int hash) {
        this.key = key;
        this.hash = hash;
    }

    /** Whether its event is that of the last mark; it is lost with each change. */
    boolean isEncoded(long ofGeneration) {
        return event != null && generation == ofGeneration;
    }

    /** Keeps its event; {@code zeros} if its body is that of a counter that does not exist. */
    void encoded(byte[] bytes, long ofGeneration, boolean existing, boolean zeros, long newVersion) {
        event = bytes;
        generation = ofGeneration;
        exists = existing;
        blank = zeros;
        version = newVersion;
    }

    /** Drops the event. */
    void forget() {
        event = null;
    }

    byte[] event() {
        return event;
    }

    /** Whether the counter existed when the event was encoded. */
    boolean exists() {
        return exists;
    }

    /**
     * Whether the event's counter has values to show: on a board, which lists no version 0, or by itself, where an absent
     * counter may have units held or confirmed.
     */
    boolean isShown(boolean board) {
        return board ? version != 0 : !blank;
    }

    /** Version of the event's counter, negative for a bucket; 0 for an absent one. */
    long version() {
        return version;
    }

    /** Whether only one stream watches it by itself, or none does. */
    boolean hasOneSubscription() {
        return first == null || first.next == null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WatchedKey same && same.hash == hash && Arrays.equals(same.key, key);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Finds a watched key by the bytes of its key. Belongs to one thread. */
    static final class Probe {
        private final long seed;
        private byte[] key;
        private int hash;

        /** @param seed random number, so that a client can't choose keys of one hash */
        Probe(long seed) {
            this.seed = seed;
        }

        /** Looks for this key from now on. */
        Probe of(byte[] next) {
            key = next;
            long wide = Hash.of(next, 0, next.length, seed);
            hash = (int) (wide ^ wide >>> 32);
            return this;
        }

        /** A watched key of these bytes, which are not copied. */
        WatchedKey found() {
            return new WatchedKey(key, hash);
        }

        /** Compares with a watched key only: the index calls this on the key that it looks for. */
        @Override
        public boolean equals(Object other) {
            return other instanceof WatchedKey watched && watched.hash == hash && Arrays.equals(watched.key, key);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
