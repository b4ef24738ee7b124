package dev.hotlane.gateway.http;

/**
 * Since when one connection sends the head of a request, or a body: a head from its first byte, a body from the end of its
 * head. Time in which the gateway does not read from the connection is not counted. Its caller reports after each
 * slice of bytes what the decoder made of it. Belongs to its connection's event loop.
 */
final class RequestClock {
    /** What the connection sends now. */
    enum Part {
        /** Nothing: the next byte begins a request. */
        NOTHING,
        HEAD,
        BODY
    }

    private Part part = Part.NOTHING;
    private long startNanos;
    private long bytes;

    /**
     * The decoder got a slice of bytes.
     *
     * @param now the connection sends this part behind the slice
     * @param another a request was completed or begun within the slice, so the part is another one than before
     * @param nanos nanoTime
     */
    void handed(int length, Part now, boolean another, long nanos) {
        if (another || now != part) {
            part = now;
            startNanos = nanos;
            bytes = 0;
        }
        if (now != Part.NOTHING) {
            bytes += length;
        }
    }

    /** The time of this part begins at this nanoTime, not before. */
    void restart(long nanos) {
        startNanos = nanos;
    }

    /** What the connection sends now. */
    Part part() {
        return part;
    }

    /** Bytes of a head that is not complete; at most a slice more, if the head began within one. */
    long headBytes() {
        return part == Part.HEAD ? bytes : 0;
    }

    /** Whether the head or the rest of the body is late at this nanoTime. */
    boolean isLate(long nanos, long headMaxNanos, Bodies bodies) {
        return switch (part) {
            case NOTHING -> false;
            case HEAD -> nanos - startNanos > headMaxNanos;
            case BODY -> bodies.isLate(nanos - startNanos, bytes);
        };
    }
}
