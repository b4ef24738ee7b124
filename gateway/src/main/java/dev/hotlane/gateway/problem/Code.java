package dev.hotlane.gateway.problem;

import dev.hotlane.protocol.Verdict;

/**
 * The faults of a call, in order of precedence. The name is the {@code code} of the problem document and part of the
 * contract. A verdict of the log has the code of its own name. FORBIDDEN has this place for web pages; for a principal
 * without the verb it follows UNAUTHORIZED, for one without the prefix TOO_LARGE.
 */
public enum Code {
    TRANSFER_CODING_UNSUPPORTED(501, "The body is sent under a transfer coding other than chunked"),
    MISDIRECTED(421, "This gateway is not reached by that name"),
    FORBIDDEN(403, "Not allowed to this caller"),
    ROUTE_NOT_FOUND(404, "There is nothing at this path"),
    METHOD_NOT_ALLOWED(405, "This path does not take this method"),
    URI_TOO_LONG(414, "The request line is too long"),
    HEADERS_TOO_LARGE(431, "The request headers are too large"),
    UNAUTHORIZED(401, "The caller is not known"),
    REQUEST_TIMEOUT(408, "The request did not come in time"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is not plain JSON"),
    NOT_ACCEPTABLE(406, "The answer has no form that is accepted"),
    MALFORMED(400, "The request is not well-formed"),
    IDEMPOTENCY_KEY_MISSING(400, "This call needs an Idempotency-Key"),
    TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED(400, "The lane does not know this command"),
    ID_REUSED(422, "This Idempotency-Key was used for another command"),
    ID_EXPIRED(410, "This is older than what the lane remembers"),
    ID_IN_FUTURE(400, "This id carries a time in the future"),
    OFFSET_IN_FUTURE(400, "This offset is not reached yet"),
    OFFSET_EXPIRED(410, "This offset is kept no longer"),
    NOT_FOUND(404, "Not found"),
    EXPIRED(410, "The hold has expired"),
    ALREADY_CONFIRMED(409, "The hold was confirmed already"),
    ALREADY_CANCELLED(409, "The hold was cancelled already"),
    EXCEEDS_HELD(409, "More than is held"),
    EXISTS(409, "The counter exists already"),
    VERSION_MISMATCH(409, "The counter has another version"),
    VALUE_MISMATCH(409, "The counter has another value"),
    NOT_OPEN(409, "Not open yet"),
    CLOSED(409, "Closed already"),
    RATE_LIMITED(429, "Too many, too fast"),
    LIMIT_EXCEEDED(409, "Above the maximum"),
    INSUFFICIENT(409, "Below the minimum"),
    OVERFLOW(409, "Beyond a 64-bit integer"),
    ABANDONED(409, "The command was abandoned"),
    QUARANTINED(409, "The command was quarantined"),
    QUOTA_EXCEEDED(429, "A quota is used up"),
    OVERLOADED(503, "The gateway is full"),
    UNAVAILABLE(503, "The lane is not available"),
    OUTCOME_UNKNOWN(504, "The outcome is not known");

    private static final int RETRY_AFTER_MS = 1_000;
    private static final Code[] BY_VERDICT = new Code[Verdict.values().length];

    static {
        for (Verdict verdict : Verdict.values()) {
            if (verdict != Verdict.OK) {
                BY_VERDICT[verdict.ordinal()] = valueOf(verdict.name());
            }
        }
    }

    private final int status;
    private final String title;

    Code(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The code of a verdict other than OK. */
    public static Code of(Verdict verdict) {
        return BY_VERDICT[verdict.ordinal()];
    }

    /** The HTTP status, unless a precondition header makes it 412. */
    public int status() {
        return status;
    }

    /** The meaning in words, the same every time. */
    public String title() {
        return title;
    }

    /** Whether the status is 412 if the condition came from If-Match or If-None-Match. */
    public boolean unmetPrecondition() {
        return this == VERSION_MISMATCH || this == VALUE_MISMATCH || this == EXISTS;
    }

    /** After how many ms a caller should send a request again that the gateway did not publish; 0 if it should not. */
    public int retryAfterMs() {
        return this == OVERLOADED || this == UNAVAILABLE ? RETRY_AFTER_MS : 0;
    }

    /** The outcome of this attempt, if the code defines it: {@code not_executed}, {@code unknown}, or null. */
    public String outcome() {
        return switch (this) {
            case REQUEST_TIMEOUT, QUOTA_EXCEEDED, OVERLOADED, UNAVAILABLE -> "not_executed";
            case OUTCOME_UNKNOWN, ID_EXPIRED -> "unknown";
            default -> null;
        };
    }
}
