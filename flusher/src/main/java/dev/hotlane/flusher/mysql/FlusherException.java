package dev.hotlane.flusher.mysql;

/**
 * A rejection that a retry does not cure. The message names what was found, what was expected and what the operator can
 * do; the caller chooses an exit code by the reason.
 */
public class FlusherException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why the flusher rejects. */
    public enum Reason {
        /** MySQL cannot be reached, found at start. */
        UNAVAILABLE,
        /** MySQL refuses the account's login, or a right that it needs, found at start. */
        DENIED,
        /** The session's sql_mode would cut or clip values silently. */
        NON_STRICT_SQL_MODE,
        /** Another setting of the server makes safe writing impossible. */
        UNFIT_SERVER,
        /** A table, a column type or the storage engine is not as the migrations made it. */
        WRONG_SCHEMA,
        /** The database has a projection by vBatching: it has no offset, so it is no checkpoint. */
        PROJECTION,
        /** The meta row is missing. */
        NO_CHECKPOINT,
        /** A database that must be empty has rows. */
        NOT_EMPTY,
        /** The checkpoint belongs to another topic. */
        WRONG_TOPIC,
        /** Rows contradict each other: a bad CRC, a gap, a count that does not fit. */
        CORRUPT_CHECKPOINT,
        /** Another process has raised the fence or moved the checkpoint. */
        FENCED,
        /** MySQL is older than what this process loaded: it must load again. */
        CHECKPOINT_BEHIND,
        /** MySQL rejected the data or the statement, or a program error: retrying cannot help. */
        BROKEN
    }

    private final Reason reason;

    public FlusherException(Reason reason, String message) {
        this(reason, message, null);
    }

    public FlusherException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
