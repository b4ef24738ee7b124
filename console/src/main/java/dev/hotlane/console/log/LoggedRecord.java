package dev.hotlane.console.log;

/**
 * A record of a topic. Nothing changes its bytes.
 *
 * @param offset its offset
 * @param time stamp of the brokers, ms since 1970
 * @param key null if it has none
 * @param value null if it has none
 */
@SuppressWarnings("ArrayRecordComponent")
public record LoggedRecord(long offset, long time, byte[] key, byte[] value) {}
