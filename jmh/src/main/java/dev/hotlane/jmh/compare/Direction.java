package dev.hotlane.jmh.compare;

import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;

/** One way of a connection through a {@link DelayLine}. The reading thread's. */
final class Direction {
    private final SocketChannel from;
    private final SocketChannel to;
    private long lastDue = System.nanoTime();

    Direction(SocketChannel from, SocketChannel to) {
        this.from = from;
        this.to = to;
    }

    SocketChannel from() {
        return from;
    }

    SocketChannel to() {
        return to;
    }

    /** When a piece that is read now arrives: never before the one ahead of it. */
    long due(DelayLine.Delay delay, SplittableRandom random) {
        long jitter = delay.jitterNanos() == 0 ? 0 : random.nextLong(-delay.jitterNanos(), delay.jitterNanos() + 1);
        long due = System.nanoTime() + delay.nanos() + jitter;
        lastDue = Math.max(due, lastDue + 1);
        return lastDue;
    }
}
