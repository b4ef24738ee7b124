package dev.hotlane.client;

import java.time.Duration;
import java.util.Optional;

/** A problem (RFC 9457) that is surely Hotlane's: its type, status and fields fit its code. */
record ProblemDetails(ProblemCode code, int status, String detail, JsonFields body) {
    static ProblemDetails read(int status, JsonFields body) {
        ProblemCode code = code(body.text("code"));
        body.require("type", code.type());
        if (!code.has(status) || body.number("status") != status) {
            throw new ForeignAnswerException("status " + status + " does not fit the code " + code);
        }
        if (code.isRemembered()) {
            body.number("offset");
        }
        return new ProblemDetails(code, status, body.text("title") + ": " + body.text("detail"), body);
    }

    static ProblemCode code(String name) {
        try {
            return ProblemCode.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new ForeignAnswerException("unknown code " + name, e);
        }
    }

    /** Whether the gateway reports this outcome of the attempt. */
    boolean isOutcome(String outcome) {
        return outcome.equals(body.textIfAny("outcome").orElse(null));
    }

    Optional<Duration> retryAfter() {
        return body.millisIfAny("retryAfterMs");
    }

    <T> Refused<T> refused(boolean replayed) {
        return new Refused<>(code, status, detail, FailedOp.read(body), retryAfter(), RefusedAt.read(body), replayed);
    }
}
