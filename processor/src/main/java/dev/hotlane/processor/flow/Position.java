package dev.hotlane.processor.flow;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/** A number that one thread writes and any thread reads. {@link Positions} names the writer. */
public final class Position implements LongSupplier {
    /** The number is in the middle of 248 bytes, so that its cache line has no other thread's writes. */
    private static final int LONGS = 31;

    private static final int MIDDLE = LONGS / 2;

    private final AtomicLongArray padded = new AtomicLongArray(LONGS);

    public Position(long start) {
        padded.set(MIDDLE, start);
    }

    /** Volatile write; by the writer thread only. */
    public void set(long next) {
        padded.set(MIDDLE, next);
    }

    /** Release write, after all earlier writes of this thread; its later reads may come first. Writer thread only. */
    public void setRelease(long next) {
        padded.setRelease(MIDDLE, next);
    }

    /** Volatile read; any thread. */
    @Override
    public long getAsLong() {
        return padded.get(MIDDLE);
    }
}
