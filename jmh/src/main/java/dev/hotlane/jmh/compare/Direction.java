package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;

/** One way of a connection through a {@link DelayLine}: dues are the reading thread's, ends the writing thread's. */
final class Direction {
    private final SocketChannel from;
    private final SocketChannel to;
    private long lastDue = System.nanoTime();
    private Direction back;
    private boolean ended;

    private Direction(SocketChannel from, SocketChannel to) {
        this.from = from;
        this.to = to;
    }

    /** The two ways of one connection. */
    static Direction[] both(SocketChannel client, SocketChannel server) {
        Direction up = new Direction(client, server);
        Direction down = new Direction(server, client);
        up.back = down;
        down.back = up;
        return new Direction[] {up, down};
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

    /** No more bytes this way; with the other way's end the connection is over. */
    void end() throws IOException {
        ended = true;
        to.shutdownOutput();
        if (back.ended) {
            breakOff();
        }
    }

    /** Both ways. */
    void breakOff() throws IOException {
        to.close();
        from.close();
    }
}
