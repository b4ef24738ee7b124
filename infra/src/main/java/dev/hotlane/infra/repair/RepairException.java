package dev.hotlane.infra.repair;

/** The repair is refused and nothing was changed; the message says what was found and what to do. */
public final class RepairException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RepairException(String message) {
        super(message);
    }
}
