package dev.hotlane.jmh.load;

/** A load could not be begun or had to be given up; the message says why and what to do. */
public final class LoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
