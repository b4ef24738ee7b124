package dev.hotlane.proof.faults.wire;

/** Where a wire to MySQL breaks. */
public enum WireCut {
    /** MySQL never hears the COMMIT and sees the connection end. */
    BEFORE_COMMIT,
    /** MySQL never hears the COMMIT nor the end: its session keeps its locks until it gives up by itself. */
    BEFORE_COMMIT_UNHEARD,
    /** MySQL commits, and the flusher never hears the answer. */
    AFTER_COMMIT
}
