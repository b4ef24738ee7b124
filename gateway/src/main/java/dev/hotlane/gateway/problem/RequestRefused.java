package dev.hotlane.gateway.problem;

/**
 * Thrown where a request is rejected before anything was published. It has no stack trace, because it is no fault of
 * the gateway.
 */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    /** A rejection; {@code detail} states what was found, what was expected and what the caller can do. */
    public RequestRefused(Code code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    /** The request is {@link Code#MALFORMED}. */
    public static RequestRefused malformed(String detail) {
        return new RequestRefused(Code.MALFORMED, detail);
    }

    /** The code of the problem document. */
    public Code code() {
        return code;
    }
}
