package dev.hotlane.proof.faults.scene;

/** A row can't go on: what was waited for did not come. The message is for the report. */
public final class RowFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was found and what was expected. */
    public RowFailure(String message) {
        super(message);
    }
}
