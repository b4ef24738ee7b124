package dev.hotlane.gateway.http;

import dev.hotlane.gateway.lane.BodyRoom;
import dev.hotlane.gateway.problem.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The request bodies that one event loop reads. Bounds the time in which a body must arrive, and takes its bytes from
 * the room that it shares with the calls in the log. Belongs to that event loop, except {@link #bytes}.
 */
final class Bodies {
    /** Bytes that a slow client must send per second after the first bodyMax. */
    private static final long BYTES_A_SECOND = 16 * 1024;

    private final List<Inbound> unfinished = new ArrayList<>();
    private final BodyRoom room;
    private final long startMaxNanos;
    private volatile long bytesAtLastSweep;

    Bodies(BodyRoom room, Duration bodyMax) {
        this.room = room;
        startMaxNanos = bodyMax.toNanos();
    }

    /** Bytes of bodies being read or in the log at the last {@link #sweep}; any thread. */
    long bytes() {
        return bytesAtLastSweep;
    }

    /** Reserves this number of bytes; returns false if there is no room for them. */
    boolean take(int count) {
        return room.take(count);
    }

    /** Adds a body that is being read. */
    void add(Inbound body) {
        body.place = unfinished.size();
        unfinished.add(body);
    }

    /** Removes a body that was read or given up. */
    void remove(Inbound body) {
        Inbound last = unfinished.remove(unfinished.size() - 1);
        if (last != body) {
            last.place = body.place;
            unfinished.set(body.place, last);
        }
        room.give(body.length());
    }

    /** Whether the bytes received within this time are too few. */
    boolean isLate(long nanos, long received) {
        return nanos - startMaxNanos > TimeUnit.SECONDS.toNanos(received) / BYTES_A_SECOND;
    }

    /** Rejects the bodies that did not arrive in time. */
    void sweep() {
        bytesAtLastSweep = room.bytes();
        long now = System.nanoTime();
        for (int i = unfinished.size() - 1; i >= 0; i--) {
            Inbound body = unfinished.get(i);
            if (isLate(now - body.startedNanos, body.length())) {
                body.refuse(Code.REQUEST_TIMEOUT);
            }
        }
    }
}
