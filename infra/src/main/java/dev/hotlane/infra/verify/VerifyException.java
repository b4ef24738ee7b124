package dev.hotlane.infra.verify;

/** The comparison can't be made; the message says why and what to do. Nothing was changed. */
public final class VerifyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VerifyException(String message) {
        super(message);
    }
}
