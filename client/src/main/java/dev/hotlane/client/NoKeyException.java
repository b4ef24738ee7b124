package dev.hotlane.client;

/** The supplier of a client's key failed, or returned no key; nothing was sent. */
final class NoKeyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoKeyException(RuntimeException cause) {
        super("no key for the request: " + cause, cause);
    }
}
