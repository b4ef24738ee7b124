package dev.hotlane.gateway.problem;

/** Thrown where a request is refused before anything was published; has no stack trace, as it is no fault. */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    /** Refuses; {@code detail} says what was found, what was expected and what the caller can do. */
    public RequestRefused(Code code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    /** The request is {@link Code#MALFORMED}. */
    public static RequestRefused malformed(String detail) {
        return new RequestRefused(Code.MALFORMED, detail);
    }

    /** Why. */
    public Code code() {
        return code;
    }
}
