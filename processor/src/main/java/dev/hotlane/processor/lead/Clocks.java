package dev.hotlane.processor.lead;

import java.util.function.LongSupplier;

/**
 * The two clocks of a process: what it tells others, and what it waits by.
 *
 * @param wallMillis epoch milliseconds; may jump
 * @param nanos monotonic
 */
public record Clocks(LongSupplier wallMillis, LongSupplier nanos) {
    /** Those of this machine. */
    public static final Clocks SYSTEM = new Clocks(System::currentTimeMillis, System::nanoTime);
}
