package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The request bodies of one event loop: those being read, and those of calls that wait for the log. Bounds their bytes,
 * and the time in which one must have come. Belongs to that event loop, but for {@link #bytes}.
 */
final class Bodies {
    /** Bytes that a slow client must send in each second beyond the first ones. */
    private static final long BYTES_A_SECOND = 16 * 1024;

    private final List<Inbound> unfinished = new ArrayList<>();
    private final long bytesMax;
    private final long startMaxNanos;
    private long bytes;
    private volatile long bytesAtLastSweep;

    Bodies(Parts parts) {
        bytesMax = parts.settings().bounds().bodiesMaxHere() / parts.settings().eventLoops();
        startMaxNanos = TimeUnit.MILLISECONDS.toNanos(parts.settings().bounds().requestMaxMs());
    }

    /** Bytes of bodies that were kept at the last {@link #sweep}; any thread. */
    long bytes() {
        return bytesAtLastSweep;
    }

    /** Keeps that many bytes more, or gives false if there is no room for them. */
    boolean take(int count) {
        if (bytes + count > bytesMax) {
            return false;
        }
        bytes += count;
        return true;
    }

    /** That many bytes are no longer kept. */
    void give(int count) {
        bytes -= count;
    }

    /** Whether less than half of the room is taken: then even those that can wait may take some. */
    boolean hasRoomToSpare() {
        return bytes < bytesMax / 2;
    }

    /** A body is being read from now on. */
    void add(Inbound body) {
        body.place = unfinished.size();
        unfinished.add(body);
    }

    /** It is read, or given up. */
    void remove(Inbound body) {
        Inbound last = unfinished.remove(unfinished.size() - 1);
        if (last != body) {
            last.place = body.place;
            unfinished.set(body.place, last);
        }
        give(body.length());
    }

    /** Whether what came within that time is too little. */
    boolean isLate(long nanos, long received) {
        return nanos - startMaxNanos > TimeUnit.SECONDS.toNanos(received) / BYTES_A_SECOND;
    }

    /** Refuses the bodies that did not come in time. */
    void sweep() {
        bytesAtLastSweep = bytes;
        long now = System.nanoTime();
        for (int i = unfinished.size() - 1; i >= 0; i--) {
            Inbound body = unfinished.get(i);
            if (isLate(now - body.startedNanos, body.length())) {
                body.refuse(Code.REQUEST_TIMEOUT);
            }
        }
    }
}
