package dev.hotlane.gateway.watch;

import java.util.concurrent.atomic.AtomicInteger;

/** The places for open streams of a gateway, of all kinds together. Any thread. */
public final class StreamPlaces {
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    /** All are free. */
    public StreamPlaces(int most) {
        this.most = most;
    }

    /** Takes a place; returns false if none is free. */
    public boolean take() {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Gives a place back. */
    public void free() {
        taken.decrementAndGet();
    }
}
