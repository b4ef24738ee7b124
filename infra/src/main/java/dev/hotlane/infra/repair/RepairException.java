package dev.hotlane.infra.repair;

/** The repair is rejected and, unless the message reports a SKIP, nothing was changed; it names the remedy. */
public final class RepairException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RepairException(String message) {
        super(message);
    }
}
