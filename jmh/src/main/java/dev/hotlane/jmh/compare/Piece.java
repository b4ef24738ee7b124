package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
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

    /** Hands it on. */
    void write() {
        try {
            if (bytes == null) {
                direction.end();
                return;
            }
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                if (direction.to().write(rest) == 0) {
                    LockSupport.parkNanos(FULL_NAP_NANOS);
                }
            }
        } catch (IOException e) {
            breakOff();
        }
    }

    private void breakOff() {
        try {
            direction.breakOff();
        } catch (IOException e) {
            // It is gone, which is what was wanted.
        }
    }
}
