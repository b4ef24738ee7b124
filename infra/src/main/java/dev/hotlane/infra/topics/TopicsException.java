package dev.hotlane.infra.topics;

/** Kafka did not do what was requested; the message names it, and what the operator can do. */
public final class TopicsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the text for the operator and Kafka's own exception. */
    public TopicsException(String message, Throwable cause) {
        super(message, cause);
    }
}
