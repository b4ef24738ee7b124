package dev.hotlane.infra.past;

import dev.hotlane.infra.past.PastException.Reason;
import java.time.Instant;

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
        if (!fromTime) {
            return shelf.offset(from, log, "--from");
        }
        // T never exceeds the greatest record time so far.
        long first = log.offsetAt(from);
        if (first >= log.end()) {
            throw new PastException(
                    Reason.QUESTION,
                    "--from: no record has the time " + Instant.ofEpochMilli(from) + " or a later one yet");
        }
        return first;
    }

    /** The offset behind the range at the latest. */
    long endOffset(SnapshotShelf shelf, LogSpan log) {
        if (to < 0 || !toTime) {
            return to < 0 ? log.end() : shelf.offset(to, log, "--to") + 1;
        }
        requireOver(log.offsetAt(to + 1) < log.end());
        return log.end();
    }

    /** Throws if a later record may still belong to the range: {@code over} says whether one behind it was found. */
    void requireOver(boolean over) {
        if (toTime && to >= 0 && !over) {
            throw new PastException(
                    Reason.QUESTION,
                    "--to: no record has a log time after " + Instant.ofEpochMilli(to)
                            + " yet: later records may still belong to the range");
        }
    }

    boolean isAfterStart(long sequence, long time) {
        return from < 0 || (fromTime ? time >= from : sequence >= from);
    }

    boolean isPastEnd(long sequence, long time) {
        return to >= 0 && (toTime ? time > to : sequence > to);
    }
}
