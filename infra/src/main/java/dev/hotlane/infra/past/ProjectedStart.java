package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.HistoryPosition;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.past.PastException.Reason;

/** Chooses the state with which a table of changes goes on. One thread. */
final class ProjectedStart {
    private final SnapshotShelf shelf;
    private final LogSpan log;
    private final Identity identity;

    ProjectedStart(SnapshotShelf shelf, LogSpan log, Identity identity) {
        this.shelf = shelf;
        this.log = log;
        this.identity = identity;
    }

    /**
     * The newest state at or below the position; without one the oldest that there is.
     *
     * @param stored the table's position, null for a new table
     */
    PastStart before(HistoryPosition stored) {
        if (stored == null) {
            return shelf.before(shelf.oldest(log), Long.MAX_VALUE, log);
        }
        requireSameTopic(stored);
        long offset = stored.next() - stored.base();
        if (offset > log.end()) {
            throw new PastException(
                    Reason.DIFFERS,
                    "the table has the changes up to sequence " + (stored.next() - 1) + ", and the log ends with "
                            + (stored.base() + log.end() - 1) + ": the log lost records. Look for its newer copy");
        }
        if (offset < log.start()) {
            throw new PastException(
                    Reason.GONE,
                    "the table has the changes up to sequence " + (stored.next() - 1) + ", and the log begins with "
                            + (stored.base() + log.start()) + ": the changes between are gone, so the table can't be"
                            + " continued. Keep it, and begin another one in an empty database");
        }
        try {
            return shelf.before(offset, Long.MAX_VALUE, log);
        } catch (PastException e) {
            throw e.reason() != Reason.GONE
                    ? e
                    : new PastException(
                            Reason.GONE,
                            "the table ends before sequence " + stored.next() + ", and no state at or below it can be"
                                    + " had: name a snapshot that stands between offsets " + log.start() + " and "
                                    + offset + " (--snapshots). " + e.getMessage(),
                            e);
        }
    }

    private void requireSameTopic(HistoryPosition stored) {
        if (!stored.identity().equals(identity)) {
            throw other("its rows come from topic id " + stored.identity().topicId() + " of cluster "
                    + stored.identity().clusterId() + ", and the log is " + identity.topicId() + " of "
                    + identity.clusterId());
        }
    }

    /** Throws unless both positions are of one log and one count of sequences. */
    static void requireSameLog(HistoryPosition here, HistoryPosition stored) {
        if (!stored.identity().equals(here.identity()) || stored.base() != here.base()) {
            throw other("its sequences begin with " + stored.base() + " in topic id "
                    + stored.identity().topicId() + ", those of the log with " + here.base() + " in "
                    + here.identity().topicId());
        }
    }

    private static FlusherException other(String what) {
        return new FlusherException(
                FlusherException.Reason.WRONG_TOPIC,
                "The table hl_change belongs to another lane, or to this one before it was anchored again: " + what
                        + ". Give this log a database of its own.");
    }
}
