package dev.hotlane.gateway.problem;

/** A gateway can't start. The message states what was found, what was expected and what the operator can do. */
public final class GatewayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A fault that no other exception caused. */
    public GatewayException(String message) {
        super(message);
    }

    /** A fault with its cause. */
    public GatewayException(String message, Throwable cause) {
        super(message, cause);
    }
}
