package dev.hotlane.processor.lead;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Outputs of a {@link Contender}. Called on the state thread; must not wait.
 *
 * @param append appends a record value to the log
 * @param onRoundTrip receives for each TICK of ours the nanoseconds from send to apply
 * @param inMemory whether this process answers a gateway of its own in memory; its LEAD says so
 */
public record Outlet(Consumer<byte[]> append, LongConsumer onRoundTrip, boolean inMemory) {}
