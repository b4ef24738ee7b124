package dev.hotlane.proof.history;

/** A fault that can be planted in a true recording. */
public interface PlantedLie {
    /** The kind of finding that checker A must at least report. */
    String finding();

    /** Whether the calls alone show it, without offsets, log or tables. */
    boolean isSeenByCallers();

    /** Plants the fault in that recording; throws NoSuchElementException if the run has no place for it. */
    void plant(Recorded run);
}
