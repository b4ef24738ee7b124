package dev.hotlane.infra.snapshot;

/** A snapshot is written and whole, but MySQL did not confirm its listing; the message names the consequences. */
public final class UnconfirmedSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnconfirmedSnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
