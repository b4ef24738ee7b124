package dev.hotlane.console.log;

/** Why a topic can't be read now; the message is a sentence for an operator, without secrets. */
public final class LogUnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With that sentence; {@code cause} may be null. */
    public LogUnreadableException(String message, Throwable cause) {
        super(message, cause);
    }
}
