package dev.hotlane.processor.watch;

import dev.hotlane.protocol.process.BehindSince;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Age of the oldest applied record that MySQL does not hold, while this process leads. Unlike a standstill, it also grows
 * while MySQL moves too slowly. Owned by the thread watch, which looks once a second; any thread reads the age.
 */
public final class FlushAge {
    private final BooleanSupplier leading;
    private final LongSupplier applied;
    private final LongSupplier flushed;
    private final LongSupplier nanos;
    private final BehindSince behind = new BehindSince();

    /**
     * @param leading whether this process must flush
     * @param applied next offset to apply
     * @param flushed MySQL's offset
     * @param nanos monotonic clock
     */
    public FlushAge(BooleanSupplier leading, LongSupplier applied, LongSupplier flushed, LongSupplier nanos) {
        this.leading = leading;
        this.applied = applied;
        this.flushed = flushed;
        this.nanos = nanos;
    }

    /** Compares both offsets. */
    public void look() {
        if (leading.getAsBoolean()) {
            behind.look(applied.getAsLong(), flushed.getAsLong(), nanos.getAsLong());
        } else {
            behind.clear();
        }
    }

    /** The age in seconds; 0 if MySQL has all, or another process leads. Any thread. */
    public double seconds() {
        return behind.seconds(nanos.getAsLong());
    }
}
