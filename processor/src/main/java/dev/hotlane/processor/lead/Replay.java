package dev.hotlane.processor.lead;

/**
 * Records that a process must apply before it may lead.
 *
 * @param from offset of the first record to apply
 * @param end end offset of the log when the process started
 * @param capturedNanos monotonic time when {@code end} was read; a leader's silence counts from here
 */
public record Replay(long from, long end, long capturedNanos) {}
