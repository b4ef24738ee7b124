package dev.hotlane.jmh.feed.front;

/**
 * A change as a store gives it.
 *
 * @param id ascends within the store, above 0; a stream is resumed behind it
 */
public record StoredChange(long id, String key, long value) {}
