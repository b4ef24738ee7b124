package dev.hotlane.infra.past;

/**
 * A part of a log, both ends included. Immutable; any thread.
 *
 * @param from first sequence, or with {@code fromTime} first log time T (epoch milliseconds); -1 for the log's start
 * @param fromTime whether {@code from} is a time
 * @param to last sequence, or with {@code toTime} last log time; -1 for the log's end
 * @param toTime whether {@code to} is a time
 */
public record PastRange(long from, boolean fromTime, long to, boolean toTime) {
    /** The whole log. */
    public static final PastRange WHOLE = new PastRange(-1, false, -1, false);

    /** A safe first offset: no record of the range lies before it. */
    long firstOffset(SnapshotShelf shelf, LogSpan log) {
        if (from < 0) {
            return shelf.oldest(log);
        }
        // T never exceeds the greatest record time so far.
        return fromTime ? log.offsetAt(from) : shelf.offset(from, log, "--from");
    }

    /** The offset behind the range at the latest. */
    long endOffset(SnapshotShelf shelf, LogSpan log) {
        return to < 0 || toTime ? log.end() : shelf.offset(to, log, "--to") + 1;
    }

    boolean isAfterStart(long sequence, long time) {
        return from < 0 || (fromTime ? time >= from : sequence >= from);
    }

    boolean isPastEnd(long sequence, long time) {
        return to >= 0 && (toTime ? time > to : sequence > to);
    }
}
