package dev.hotlane.processor.flow;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/** A number that one thread writes and any thread reads. Which thread that is, {@link Positions} names. */
public final class Position implements LongSupplier {
    /** The number stands in the middle of 248 bytes, so that no cache line has another thread's writes beside it. */
    private static final int LONGS = 31;

    private static final int MIDDLE = LONGS / 2;

    private final AtomicLongArray padded = new AtomicLongArray(LONGS);

    public Position(long start) {
        padded.set(MIDDLE, start);
    }

    /** Writes it as a volatile field is written. The one thread. */
    public void set(long next) {
        padded.set(MIDDLE, next);
    }

    /** Writes it after all that this thread wrote before; later reads of this thread may come first. The one thread. */
    public void setRelease(long next) {
        padded.setRelease(MIDDLE, next);
    }

    /** Reads it as a volatile field is read. Any thread. */
    @Override
    public long getAsLong() {
        return padded.get(MIDDLE);
    }
}
