package dev.hotlane.client;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The room of a batcher for calls that are not settled. Any thread. */
final class CallRoom {
    private final BatcherBounds bounds;
    private final Semaphore calls;
    private final Semaphore bytes;

    CallRoom(BatcherBounds bounds) {
        this.bounds = bounds;
        calls = new Semaphore(bounds.calls());
        bytes = new Semaphore(bounds.bytes());
    }

    /** Takes room for a line of that length, waiting at most that long; returns false if there is none. */
    boolean take(int length, Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        if (!calls.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = bytes.tryAcquire(length, until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            if (!taken) {
                calls.release();
            }
        }
        return taken;
    }

    /** Gives back the room of a settled call. */
    void release(int length) {
        bytes.release(length);
        calls.release();
    }

    /** Waits at most that long until no call is left. */
    void awaitEmpty(Duration patience) throws InterruptedException {
        if (calls.tryAcquire(bounds.calls(), patience.toNanos(), TimeUnit.NANOSECONDS)) {
            calls.release(bounds.calls());
        }
    }
}
