package dev.hotlane.infra.verify;

/** The comparison can't be made; the message names the reason and the remedy. Nothing was changed. */
public final class VerifyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong, and the remedy. */
    public VerifyException(String message) {
        super(message);
    }
}
