package dev.hotlane.client;

import java.time.Duration;
import java.util.Optional;

/**
 * The reason of a rejected command.
 *
 * @param code the reason
 * @param status the HTTP status of its answer
 * @param op the op that failed, and its numbers, without its key
 * @param retryAfter time after which a new call may succeed
 */
public record StoredRefusal(ProblemCode code, int status, FailedOp op, Optional<Duration> retryAfter) {
    static StoredRefusal read(JsonFields body) {
        ProblemCode code = ProblemDetails.code(body.text("code"));
        int status = (int) body.number("status");
        if (!code.has(status)) {
            throw new ForeignAnswerException(code + " has no status " + status);
        }
        return new StoredRefusal(code, status, FailedOp.read(body), body.millisIfAny("retryAfterMs"));
    }
}
