package dev.hotlane.processor.lead;

import java.util.function.LongSupplier;

/**
 * How far the other stages are, as offsets of the command topic; each may be asked on the state thread at any time.
 *
 * @param replied every reply below it is acknowledged
 * @param flushed MySQL holds the state as of it
 * @param logEnd end of the log as the reader last heard
 * @param logAnswered monotonic time at which the log last answered the reader, with records or without
 */
public record Progress(LongSupplier replied, LongSupplier flushed, LongSupplier logEnd, LongSupplier logAnswered) {}
