package dev.hotlane.proof.faults.wire;

/** How a connection to MySQL breaks at a COMMIT. */
public enum WireCut {
    /** MySQL never receives the COMMIT and sees the connection end. */
    BEFORE_COMMIT,
    /** MySQL receives neither the COMMIT nor the end: its session keeps its locks until its own timeout. */
    BEFORE_COMMIT_UNHEARD,
    /** MySQL commits, and the flusher never receives the answer. */
    AFTER_COMMIT
}
