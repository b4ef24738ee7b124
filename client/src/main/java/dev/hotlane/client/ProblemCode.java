package dev.hotlane.client;

import java.util.Locale;
import java.util.Set;

/** The reason of a problem, by the codes of the HTTP contract. */
public enum ProblemCode {
    TRANSFER_CODING_UNSUPPORTED(501),
    MISDIRECTED(421),
    FORBIDDEN(403),
    ROUTE_NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    URI_TOO_LONG(414),
    HEADERS_TOO_LARGE(431),
    UNAUTHORIZED(401),
    REQUEST_TIMEOUT(408),
    UNSUPPORTED_MEDIA_TYPE(415),
    NOT_ACCEPTABLE(406),
    MALFORMED(400),
    IDEMPOTENCY_KEY_MISSING(400),
    TOO_LARGE(413),
    UNSUPPORTED(400),
    ID_REUSED(422),
    ID_EXPIRED(410),
    ID_IN_FUTURE(400),
    OFFSET_IN_FUTURE(400),
    OFFSET_EXPIRED(410),
    NOT_FOUND(404),
    EXPIRED(410),
    ALREADY_CONFIRMED(409),
    ALREADY_CANCELLED(409),
    EXCEEDS_HELD(409),
    EXISTS(409, 412),
    VERSION_MISMATCH(409, 412),
    VALUE_MISMATCH(409),
    NOT_OPEN(409),
    CLOSED(409),
    RATE_LIMITED(429),
    LIMIT_EXCEEDED(409),
    INSUFFICIENT(409),
    OVERFLOW(409),
    ABANDONED(409),
    QUARANTINED(409),
    QUOTA_EXCEEDED(429),
    OVERLOADED(503),
    UNAVAILABLE(503),
    OUTCOME_UNKNOWN(504);

    private final Set<Integer> statuses;

    ProblemCode(Integer... statuses) {
        this.statuses = Set.of(statuses);
    }

    /** Whether a rejection with this code is final for its id, also after attempts without an answer. */
    public boolean isRemembered() {
        return switch (this) {
            case NOT_FOUND,
                    EXPIRED,
                    ALREADY_CONFIRMED,
                    ALREADY_CANCELLED,
                    EXCEEDS_HELD,
                    EXISTS,
                    VERSION_MISMATCH,
                    VALUE_MISMATCH,
                    NOT_OPEN,
                    CLOSED,
                    RATE_LIMITED,
                    LIMIT_EXCEEDED,
                    INSUFFICIENT,
                    OVERFLOW,
                    ABANDONED,
                    QUARANTINED,
                    ID_REUSED -> true;
            case TRANSFER_CODING_UNSUPPORTED,
                    MISDIRECTED,
                    FORBIDDEN,
                    ROUTE_NOT_FOUND,
                    METHOD_NOT_ALLOWED,
                    URI_TOO_LONG,
                    HEADERS_TOO_LARGE,
                    UNAUTHORIZED,
                    REQUEST_TIMEOUT,
                    UNSUPPORTED_MEDIA_TYPE,
                    NOT_ACCEPTABLE,
                    MALFORMED,
                    IDEMPOTENCY_KEY_MISSING,
                    TOO_LARGE,
                    UNSUPPORTED,
                    ID_EXPIRED,
                    ID_IN_FUTURE,
                    OFFSET_IN_FUTURE,
                    OFFSET_EXPIRED,
                    QUOTA_EXCEEDED,
                    OVERLOADED,
                    UNAVAILABLE,
                    OUTCOME_UNKNOWN -> false;
        };
    }

    boolean has(int status) {
        return statuses.contains(status);
    }

    String type() {
        return "urn:hotlane:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
