package dev.hotlane.proof.faults.scene;

/** A row can't go on: a condition did not come true. The message is for the report. */
public final class RowFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message with what was found and what was expected */
    public RowFailure(String message) {
        super(message);
    }
}
