package dev.hotlane.infra.stack;

/** The dev stack failed: the message names what was found and what the operator can do. */
public final class StackException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A failure without a deeper cause. */
    public StackException(String message) {
        super(message);
    }

    /** A failure that has a cause. */
    public StackException(String message, Throwable cause) {
        super(message, cause);
    }
}
