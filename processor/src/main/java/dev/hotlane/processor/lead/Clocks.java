package dev.hotlane.processor.lead;

import java.util.function.LongSupplier;

/**
 * The two clocks of a process: one for its messages, one for its waits.
 *
 * @param wallMillis epoch milliseconds; may jump
 * @param nanos monotonic
 */
public record Clocks(LongSupplier wallMillis, LongSupplier nanos) {
    /** This machine's clocks. */
    public static final Clocks SYSTEM = new Clocks(System::currentTimeMillis, System::nanoTime);
}
