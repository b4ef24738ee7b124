package dev.hotlane.client;

/**
 * The call is done.
 *
 * @param value the answer
 * @param replayed whether it was decided before the last attempt: an earlier attempt ran
 * @param <T> type of the answer
 */
public record Done<T>(T value, boolean replayed) implements CallOutcome<T> {}
