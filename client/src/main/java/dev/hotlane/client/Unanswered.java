package dev.hotlane.client;

import java.time.Duration;

/**
 * No answer before the deadline, and nothing ran: each attempt was refused a connection or answered 503 or 408. Of a read
 * it says only that no answer came. It speaks of the attempts of this call: an earlier call under the same id may have
 * run.
 *
 * @param id the call's id; send it again. Null for a read
 * @param detail the last attempt in words
 * @param retryAfter wait that the last gateway asked for; zero if none did
 * @param <T> type of the answer that a success has
 */
public record Unanswered<T>(String id, String detail, Duration retryAfter) implements CallOutcome<T> {}
