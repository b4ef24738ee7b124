package dev.hotlane.processor.lead;

/**
 * What a process must have applied before it may think of leading.
 *
 * @param from offset of the first record to apply
 * @param end offset that the log ended at when the process started
 * @param capturedNanos monotonic time of that look; silence of a leader counts from here
 */
public record Replay(long from, long end, long capturedNanos) {}
