package dev.hotlane.console;

/** Why a console can't listen; the message is for an operator. */
public final class ConsoleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConsoleException(String message, Throwable cause) {
        super(message, cause);
    }
}
