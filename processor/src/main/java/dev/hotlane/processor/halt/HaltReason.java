package dev.hotlane.processor.halt;

import java.util.Objects;

/** A processor must not start, or must not continue. The message is for the operator, the code for the supervisor. */
public final class HaltReason extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    public HaltReason(ExitCode code, String message) {
        this(code, message, null);
    }

    public HaltReason(ExitCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code);
    }

    /** Exit code of the process. */
    public ExitCode code() {
        return code;
    }
}
