package dev.hotlane.processor.reply;

import java.util.function.LongSupplier;

/**
 * How far MySQL is behind, for BEATs. Any thread.
 *
 * @param flushed MySQL holds the state as of this offset
 * @param dirtyBytes heap of the changes that wait for MySQL, in bytes
 */
public record MySqlBacklog(LongSupplier flushed, LongSupplier dirtyBytes) {}
