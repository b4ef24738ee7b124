package dev.hotlane.protocol;

/**
 * The outcome of a command. The number is on the wire and in stored results, so it is never reused. The order of
 * declaration is the precedence when several verdicts fit.
 */
public enum Verdict {
    /** Done. */
    OK(0, 200),
    MALFORMED(1, 400),
    UNSUPPORTED(2, 400),
    ID_REUSED(3, 422),
    ID_EXPIRED(4, 410),
    ID_IN_FUTURE(5, 400),
    NOT_FOUND(6, 404),
    EXPIRED(7, 410),
    ALREADY_CONFIRMED(8, 409),
    ALREADY_CANCELLED(9, 409),
    EXCEEDS_HELD(10, 409),
    /** 412 if the condition came from If-None-Match. */
    EXISTS(11, 409),
    /** 412 if the condition came from If-Match. */
    VERSION_MISMATCH(12, 409),
    VALUE_MISMATCH(13, 409),
    NOT_OPEN(14, 409),
    CLOSED(15, 409),
    RATE_LIMITED(16, 429),
    LIMIT_EXCEEDED(17, 409),
    INSUFFICIENT(18, 409),
    OVERFLOW(19, 409),
    ABANDONED(20, 409),
    QUARANTINED(21, 409),
    /** A limit of the lane is reached; nothing ran, and nothing is remembered. */
    QUOTA_EXCEEDED(22, 429);

    private static final Verdict[] BY_CODE = new Verdict[256];

    static {
        for (Verdict verdict : values()) {
            BY_CODE[verdict.code] = verdict;
        }
    }

    private final int code;
    private final int httpStatus;

    Verdict(int code, int httpStatus) {
        this.code = code;
        this.httpStatus = httpStatus;
    }

    /** The number on the wire, 0..255. */
    public int code() {
        return code;
    }

    /** The HTTP status of a gateway's answer. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The verdict with this number, or null if this version has none. */
    public static Verdict of(int code) {
        return BY_CODE[code & 0xFF];
    }
}
