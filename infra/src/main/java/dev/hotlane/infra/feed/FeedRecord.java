package dev.hotlane.infra.feed;

/**
 * One record of the changes topic.
 *
 * @param seq the sequence, which the header repeats
 * @param key the record key of the command; null if only holds expired
 * @param value JSON, UTF-8
 */
record FeedRecord(long seq, byte[] key, byte[] value) {}
