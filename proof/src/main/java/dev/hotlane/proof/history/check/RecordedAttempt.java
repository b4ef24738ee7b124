package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;

/**
 * One call of one client. Kept as the lines of the history, to save memory: there may be a million. Owned by one
 * thread.
 */
final class RecordedAttempt {
    private static final long NONE = -1;

    final long invoke;
    private final String invokeLine;
    private String endLine;

    /** Number of the event with its outcome; Long.MAX_VALUE if a record of it may come later. */
    long ended = Long.MAX_VALUE;

    private long sequence = NONE;
    private long endedNanos = NONE;
    private long readSequence = NONE;
    private boolean undone;
    private boolean fits;
    private String difference;

    RecordedAttempt(long invoke, String invokeLine) {
        this.invoke = invoke;
        this.invokeLine = invokeLine;
    }

    /**
     * An attempt may still be open after its event, as in a suspended gateway: its record may come at any later time.
     *
     * @param nanos time of the event by the recorder's clock
     */
    void end(long seq, String line, boolean open, long nanos) {
        ended = open ? Long.MAX_VALUE : seq;
        endLine = line;
        endedNanos = open ? NONE : nanos;
    }

    /** Its answer is local, as of that sequence. */
    void readAt(long localSequence) {
        readSequence = localSequence;
    }

    /** Time of its answer by the recorder's clock; -1 without one. */
    long endedNanos() {
        return endedNanos;
    }

    /** The greatest sequence that existed, at the latest, when its answer was given; -1 if it proves none. */
    long provenSequence() {
        return Math.max(sequence, readSequence);
    }

    TableRow invoked() {
        return TableRow.parse(invokeLine);
    }

    RecordedCall call() {
        return RecordedCall.of(invoked());
    }

    /** The recorded result; without one, of the type unknown. */
    RecordedResult result() {
        return endLine == null ? RecordedResult.NOTHING : RecordedResult.of(TableRow.parse(endLine));
    }

    /**
     * Called for each of its records; the first one's sequence is kept.
     *
     * @param lost whether the lane went on without that record
     */
    void foundAt(long recordSequence, boolean lost) {
        undone = lost;
        sequence = isInLog() ? sequence : recordSequence;
    }

    /** Takes the difference between the answer and one of its records; null for none. */
    void compared(String found) {
        fits |= found == null;
        difference = found;
    }

    /** Difference between the answer and its last record; null if any record fits, or none was compared. */
    String difference() {
        return fits ? null : difference;
    }

    /** Sequence of its first record: base of the log + offset; -1 for none. */
    long sequence() {
        return sequence;
    }

    boolean isInLog() {
        return sequence != NONE;
    }

    /** Whether its record was lost with its log, and so its effect. */
    boolean isUndone() {
        return undone;
    }

    @Override
    public String toString() {
        return invokeLine + (endLine == null ? " (no answer)" : " -> " + endLine);
    }
}
