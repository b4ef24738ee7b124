package dev.hotlane.client;

import java.time.Duration;

/**
 * No answer before the deadline, and nothing ran: each attempt failed to connect or was answered 503 or 408. For a read
 * it means only that no answer came. It covers the attempts of this call: an earlier call under the same id may have
 * run.
 *
 * @param id the call's id, to send again; null for a read
 * @param detail the last attempt in words
 * @param retryAfter wait that the last gateway requested; zero if none
 * @param <T> type of the answer of a success
 */
public record Unanswered<T>(String id, String detail, Duration retryAfter) implements CallOutcome<T> {}
