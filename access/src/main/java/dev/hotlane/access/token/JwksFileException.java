package dev.hotlane.access.token;

/** A file of the token server's keys that can't be used at start. Its message names the file and says what is wrong. */
public final class JwksFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JwksFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
