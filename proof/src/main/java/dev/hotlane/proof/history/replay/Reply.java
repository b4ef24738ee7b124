package dev.hotlane.proof.history.replay;

/**
 * What a record must be answered with. Immutable.
 *
 * @param outcome of the command, or of the command that the record asked about; null of a read of something else, and
 *     if there is none
 * @param replayed whether that was decided before this record
 * @param ended whether that is because the id of the record was abandoned or quarantined before it came
 * @param sequence of the record
 * @param time of the log after it
 */
public record Reply(ReplayOutcome outcome, boolean replayed, boolean ended, long sequence, long time) {}
