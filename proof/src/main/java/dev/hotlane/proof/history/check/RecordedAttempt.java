package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.TableRow;

/**
 * One call of one client. Kept as its lines, for a million of them must fit; belongs to one thread.
 */
final class RecordedAttempt {
    private static final long NONE = -1;

    final long invoke;
    private final String invokeLine;
    private String toldLine;

    /** Place in the history at which its outcome was told; the greatest of all longs if it is unknown. */
    long told = Long.MAX_VALUE;

    private long sequence = NONE;
    private boolean undone;
    private boolean fits;
    private String difference;

    RecordedAttempt(long invoke, String invokeLine) {
        this.invoke = invoke;
        this.invokeLine = invokeLine;
    }

    /** What is unknown may still be under way, as in a gateway that stands still: its record may come any time later. */
    void tell(long seq, String line, boolean unknown) {
        told = unknown ? Long.MAX_VALUE : seq;
        toldLine = line;
    }

    TableRow invoked() {
        return TableRow.parse(invokeLine);
    }

    RecordedCall call() {
        return RecordedCall.of(invoked());
    }

    /** What was told; UNKNOWN's body is empty. */
    RecordedResult told() {
        return toldLine == null ? RecordedResult.NOTHING : RecordedResult.of(TableRow.parse(toldLine));
    }

    /**
     * Its record stands there; a copy of it may follow.
     *
     * @param lost whether the lane went on without that record
     */
    void foundAt(long recordSequence, boolean lost) {
        undone = lost;
        sequence = isInLog() ? sequence : recordSequence;
    }

    /** Holds what was told against one of its records; null if it fits. */
    void compared(String found) {
        fits |= found == null;
        difference = found;
    }

    /** Why what was told fits none of its records; null if it fits one, or nothing was compared. */
    String difference() {
        return fits ? null : difference;
    }

    /** Offset of its first record, plus the base of its log. */
    long sequence() {
        return sequence;
    }

    boolean isInLog() {
        return sequence != NONE;
    }

    /** Whether its record was lost with its log, and with it what it had done. */
    boolean isUndone() {
        return undone;
    }

    @Override
    public String toString() {
        return invokeLine + (toldLine == null ? " (never told)" : " -> " + toldLine);
    }
}
