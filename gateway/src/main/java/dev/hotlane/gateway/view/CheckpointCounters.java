package dev.hotlane.gateway.view;

/** Reads the counters of the checkpoint, all as of one offset. Thread {@code view-table}. */
@FunctionalInterface
public interface CheckpointCounters {
    /** Adds every counter to {@code rows} and returns what they are as of; null if there is none to read now. */
    ViewCut load(ViewRows rows);
}
