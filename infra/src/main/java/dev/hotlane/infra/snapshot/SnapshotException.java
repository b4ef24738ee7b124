package dev.hotlane.infra.snapshot;

/** A snapshot can't be taken, read or restored; the message names the reason and the remedy. */
public final class SnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SnapshotException(String message) {
        super(message);
    }

    public SnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
