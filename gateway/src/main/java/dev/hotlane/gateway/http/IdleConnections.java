package dev.hotlane.gateway.http;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Finds the idle connections of one event loop when all places are taken: the longest idle one is closed for a new one.
 * Belongs to that event loop.
 */
final class IdleConnections {
    /** A connection used within this time is kept: its client is likely to send the next request. */
    static final long IDLE_LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Shortest time between two scans of all connections. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int FOUND_MAX = 256;

    private final List<OpenConnection> open;
    private final ArrayDeque<OpenConnection> longest = new ArrayDeque<>();
    private long lookedNanos;

    IdleConnections(List<OpenConnection> open) {
        this.open = open;
        lookedNanos = System.nanoTime() - LOOK_NANOS;
    }

    /** Closes the longest idle connection; returns false if none is idle. */
    boolean giveWay() {
        long now = System.nanoTime();
        if (longest.isEmpty() && now - lookedNanos >= LOOK_NANOS) {
            lookedNanos = now;
            open.stream()
                    .filter(each -> each.isIdle(now))
                    .sorted(Comparator.comparingLong(each -> each.usedNanos() - now))
                    .limit(FOUND_MAX)
                    .forEach(longest::add);
        }
        while (!longest.isEmpty()) {
            OpenConnection found = longest.remove();
            if (found.isIdle(now)) {
                found.close();
                return true;
            }
        }
        return false;
    }
}
