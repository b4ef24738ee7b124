package dev.hotlane.gateway.changes;

/**
 * A committed record of the feed.
 *
 * @param topic where it was read
 * @param offset its offset there
 * @param sequence the number in its header {@code seq}; -1 without one
 * @param value the JSON document; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // made once, passed on, never compared
public record ChangesRead(ChangesTopic topic, long offset, long sequence, byte[] value) {}
