package dev.hotlane.processor.halt;

import java.util.Objects;

/** A processor must not start, or must not continue. The message is for the operator, the code for the supervisor. */
public final class HaltReason extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;
    private final long unapplied;

    public HaltReason(ExitCode code, String message) {
        this(code, message, null);
    }

    public HaltReason(ExitCode code, String message, Throwable cause) {
        this(code, message, cause, -1);
    }

    private HaltReason(ExitCode code, String message, Throwable cause, long unapplied) {
        super(message, cause);
        this.code = Objects.requireNonNull(code);
        this.unapplied = unapplied;
    }

    /** The same reason; no record from this offset on is applied, so none is answered. */
    public HaltReason at(long offset) {
        return new HaltReason(code, getMessage(), getCause(), offset);
    }

    /** No record from this offset on was applied or answered by this process; -1 if the reason names no offset. */
    public long unapplied() {
        return unapplied;
    }

    /** Exit code of the process. */
    public ExitCode code() {
        return code;
    }
}
