package dev.hotlane.client;

/** An answer that no gateway of Hotlane sends; the outcome of the attempt is then unknown. */
final class ForeignAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ForeignAnswerException(String message) {
        super(message);
    }

    ForeignAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
