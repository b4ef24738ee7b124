package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.Batch;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.protocol.Meta;
import java.sql.SQLException;

/*
 * Why one compare-and-set settles everything
 *
 * It comes first, so it takes the meta row's lock and holds it to the end of the transaction: writers queue up behind
 * it, and a lower epoch or another base stops a writer before it wrote a row. It also answers for a COMMIT whose answer
 * was lost. The retry's compare-and-set waits for the lost transaction's lock; if that one went through, the row stands
 * at this very cut under this very epoch, and the batch is in; if not, the row is as before, and the batch goes again.
 */

/** One batch, one transaction. Everything or nothing of it is in MySQL afterwards. Owned by the writer thread. */
final class FlushTransaction {
    private final CounterRows counterRows = new CounterRows(CounterRows.OF_CHECKPOINT);
    private final HoldRows holdRows = new HoldRows();
    private final String topicId;

    FlushTransaction(String topicId) {
        this.topicId = topicId;
    }

    /** Raises the fence and returns MySQL's offset. */
    long fence(Session session, long epoch) throws SQLException {
        MetaRow.raiseFence(session, epoch, topicId);
        CheckpointMeta found = MetaRow.read(session);
        requireTopic(found);
        if (found.fenceEpoch() > epoch) {
            throw fencedBy(found, epoch);
        }
        session.commit();
        return found.cut().nextOffset;
    }

    /** Writes all but the COMMIT. Returns false if the batch is in MySQL already. */
    boolean write(Session session, Batch batch, long epoch, long base, Tally tally) throws SQLException {
        counterRows.prepare(batch.counters);
        holdRows.prepare(batch.holds);
        long baseSequence = batch.cut.sequenceBase + base;
        if (!MetaRow.compareAndSet(session, batch.cut, epoch, base, topicId)) {
            requireWritten(MetaRow.read(session), batch.cut, epoch, base);
            return false;
        }
        counterRows.write(session, batch.counters, tally);
        holdRows.write(session, batch.holds, baseSequence, tally);
        PackedRows.RESOLVED.write(session, batch.resolved, baseSequence, tally);
        PackedRows.RESOLVED.drop(session, batch.cut.resolvedStart);
        PackedRows.WINDOW.write(session, batch.packed, baseSequence, tally);
        PackedRows.WINDOW.drop(session, batch.cut.windowStart);
        return true;
    }

    /** The compare-and-set changed no row: either an earlier attempt wrote the batch, or another process writes. */
    private void requireWritten(CheckpointMeta found, Meta cut, long epoch, long base) {
        requireTopic(found);
        if (found.fenceEpoch() > epoch) {
            throw fencedBy(found, epoch);
        }
        if (found.fenceEpoch() == epoch && found.cut().sameAs(cut)) {
            return;
        }
        if (found.fenceEpoch() < epoch || found.cut().nextOffset < base) {
            throw new CheckpointBehindException(found.cut().nextOffset, base);
        }
        throw new FencedException(
                "MySQL stands at offset " + found.cut().nextOffset + " under epoch " + found.fenceEpoch()
                        + ", this process left it at " + base + " and wanted to write " + cut.nextOffset
                        + ": another process writes under the same epoch, this process must step down.");
    }

    private void requireTopic(CheckpointMeta found) {
        if (!found.identity().topicId().equals(topicId)) {
            throw new FlusherException(
                    Reason.WRONG_TOPIC,
                    "The checkpoint in MySQL belongs to topic id "
                            + found.identity().topicId()
                            + ", this process reads " + topicId
                            + ". Point it at the right database, or re-anchor the checkpoint.");
        }
    }

    private static FencedException fencedBy(CheckpointMeta found, long epoch) {
        return new FencedException("MySQL's fence is at epoch " + found.fenceEpoch() + ", this process leads epoch "
                + epoch + ": a later leader writes now, this process must step down.");
    }

    static FlusherException refusedByMySql(SQLException e, Batch batch) {
        String what = batch == null ? "the fence" : "the batch up to offset " + batch.cut.nextOffset;
        return new FlusherException(
                Reason.BROKEN,
                "MySQL refused " + what + " with " + SqlErrors.describe(e) + ". Trying again cannot cure this: the"
                        + " batch is rolled back, MySQL keeps its last checkpoint. Look for a changed schema; if there"
                        + " is none, this is a fault of Hotlane: keep the log and report it.",
                e);
    }
}
