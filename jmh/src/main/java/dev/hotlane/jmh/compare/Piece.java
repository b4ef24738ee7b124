package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Bytes on their way through a {@link DelayLine}; no bytes are the end of their direction. */
final class Piece implements Delayed {
    private static final long FULL_NAP_NANOS = 50_000;

    private final Direction direction;
    private final byte[] bytes;
    private final long due;

    /** @param due by System.nanoTime */
    Piece(Direction direction, byte[] bytes, long due) {
        this.direction = direction;
        this.bytes = bytes;
        this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.signum(due - ((Piece) other).due);
    }

    /** Hands it on; an end or a broken connection closes both sides. */
    void write() {
        SocketChannel to = direction.to();
        try {
            if (bytes == null) {
                to.close();
                direction.from().close();
                return;
            }
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                if (to.write(rest) == 0) {
                    LockSupport.parkNanos(FULL_NAP_NANOS);
                }
            }
        } catch (IOException gone) {
            closeQuietly(direction.from());
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            // It is gone, which is what was wanted.
        }
    }
}
