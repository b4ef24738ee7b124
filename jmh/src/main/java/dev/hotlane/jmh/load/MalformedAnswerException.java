package dev.hotlane.jmh.load;

/** Bytes that are no HTTP/1.1 answer this generator understands; the message says what was found. */
final class MalformedAnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedAnswerException(String message) {
        super(message);
    }
}
