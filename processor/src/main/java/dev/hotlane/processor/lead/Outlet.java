package dev.hotlane.processor.lead;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * What comes out of a {@link Contender}; called on the state thread, must not wait.
 *
 * @param append takes a record value for the log
 * @param onRoundTrip takes for each TICK of ours the nanoseconds from sending to applying it
 */
public record Outlet(Consumer<byte[]> append, LongConsumer onRoundTrip) {}
