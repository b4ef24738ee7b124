package dev.hotlane.infra.past;

/** A question about the past has no answer; the message names the reason and the remedy. */
public final class PastException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why there is no answer. */
    public enum Reason {
        /** The log differs from what its leader computed, or the build is too old. */
        DIFFERS(1),
        /** The question names something that does not exist yet, or a file that can't be used. */
        QUESTION(2),
        /** The records that the answer needs are gone. */
        GONE(3);

        private final int exitCode;

        Reason(int exitCode) {
            this.exitCode = exitCode;
        }

        /** The exit code of a command that ends so. */
        public int exitCode() {
            return exitCode;
        }
    }

    PastException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    PastException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why there is no answer. */
    public Reason reason() {
        return reason;
    }
}
