package dev.hotlane.processor.recover;

import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.processor.halt.ExitCode;

/** Maps the flusher's reasons to exit codes. */
public final class ExitCodes {
    private ExitCodes() {}

    /** The exit code for a rejection by the flusher. */
    public static ExitCode code(FlusherException refusal) {
        return switch (refusal.reason()) {
            case UNAVAILABLE -> ExitCode.MYSQL_UNREACHABLE;
            case DENIED -> ExitCode.MYSQL_DENIED;
            case NON_STRICT_SQL_MODE -> ExitCode.NON_STRICT_SQL;
            case WRONG_SCHEMA, UNFIT_SERVER, NOT_EMPTY, PROJECTION -> ExitCode.WRONG_SCHEMA;
            case NO_CHECKPOINT, CORRUPT_CHECKPOINT -> ExitCode.CORRUPT_CHECKPOINT;
            case WRONG_TOPIC -> ExitCode.TOPIC_RECREATED;
            case FENCED -> ExitCode.FENCED;
            case CHECKPOINT_BEHIND -> ExitCode.CHECKPOINT_BEHIND;
            case BROKEN -> ExitCode.FLUSH_BROKEN;
        };
    }
}
