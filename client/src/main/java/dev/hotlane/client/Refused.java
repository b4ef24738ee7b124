package dev.hotlane.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The lane or the gateway rejected the call; nothing was changed. With {@link ProblemCode#isRemembered} it is final for
 * the id: make a new call to try again. Otherwise correct the request.
 *
 * @param code the reason
 * @param status the HTTP status
 * @param detail the reason in words, and what to do
 * @param op the op that failed, and its numbers
 * @param retryAfter time after which a new call may succeed
 * @param at place and clock of the log, where they apply
 * @param replayed whether it was decided before the last attempt
 * @param <T> type of the answer of a success
 */
public record Refused<T>(
        ProblemCode code,
        int status,
        String detail,
        FailedOp op,
        Optional<Duration> retryAfter,
        RefusedAt at,
        boolean replayed)
        implements CallOutcome<T> {
    /** The value that the failed op met: units, tokens or the counter's value. */
    public OptionalLong available() {
        return op.available();
    }

    /** The bound that the failed op met. */
    public OptionalLong limit() {
        return op.limit();
    }
}
