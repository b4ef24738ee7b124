package dev.hotlane.client;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The greatest offset of the answers to some calls, for instance of one user's session. A local read that tracks it
 * includes all of these calls and is no older than any of these answers, at any gateway. Any thread.
 */
public final class SeenOffset {
    private final AtomicLong greatest = new AtomicLong();

    /** Nothing seen yet: offset 0. */
    public SeenOffset() {}

    /** The greatest offset so far; 0 if there was none. A program may store it with the session. */
    public long get() {
        return greatest.get();
    }

    /** Another answer has this offset. */
    public void raise(long offset) {
        greatest.accumulateAndGet(offset, Math::max);
    }
}
