package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.Batch;
import dev.hotlane.flusher.batch.BatchExchange;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of the checkpoint: takes a frozen batch, waits until its cut is within a limit (every reply below it
 * acknowledged, every record below it passed by a TICK) and commits it in one transaction. Owns the thread flush-writer
 * and one connection. While MySQL is away it retries without end; a rejection that a retry cannot cure goes to the fatal
 * callback, once, and ends the thread.
 *
 * <p>Before the first {@link #fence} it follows: it never touches MySQL, and keeps a batch in hand until
 * {@link #flushedElsewhere}. The batch in hand at the fence is the first to be written.
 */
public final class FlushWriter extends WriterLoop<Batch> implements BatchExchange {
    private static final Logger log = LoggerFactory.getLogger(FlushWriter.class);
    private static final long NEVER = Long.MIN_VALUE;
    /** Pause between two reads of the limit: far below a flush's own time, and next to no load. */
    private static final long ACK_PARK_NANOS = 500_000;

    private final LongSupplier limit;
    private final FlushListener listener;
    private final FlushTransaction transaction;
    private final LongSupplier nanos;

    // Written by callers.
    private volatile long epochWanted = NEVER;
    // Written by the writer thread; the base by the flush thread until a fence is requested.
    private volatile long epochFenced = NEVER;
    private volatile long base;
    private boolean fencing;

    /**
     * @param dirtySince offset of the checkpoint that the state was loaded from: the dirty set has all changes since
     * @param limit commits no batch whose cut is beyond this offset; read on the flush-writer thread
     * @param fatal called at most once, on the flush-writer thread
     */
    public FlushWriter(
            FlushSettings settings,
            String topicId,
            long dirtySince,
            LongSupplier limit,
            FlushListener listener,
            Consumer<FlusherException> fatal) {
        super(settings, Session::forWriting, new Batch(), fatal);
        this.limit = limit;
        this.listener = listener;
        base = dirtySince;
        transaction = new FlushTransaction(topicId);
        nanos = settings.surroundings().nanos();
        thread.setName("flush-writer");
    }

    /** Requests the fence for this epoch, not below an earlier one. Returns at once. Flush thread. */
    public void fence(long epoch) {
        if (epoch < epochWanted) {
            throw new IllegalArgumentException("fence for epoch " + epoch + " after one for " + epochWanted);
        }
        epochWanted = epoch;
        LockSupport.unpark(thread);
    }

    /** True once the fence is raised for the latest requested epoch. Any thread. */
    public boolean fenced() {
        return epochFenced != NEVER && epochFenced == epochWanted;
    }

    @Override
    public long flushedOffset() {
        return base;
    }

    /** Drops such a batch: the dirty set then has all changes since its cut. No effect once a fence is requested. */
    @Override
    public void flushedElsewhere(long offset) {
        Batch batch = inHand();
        if (epochWanted == NEVER && batch != null && batch.cut.nextOffset <= offset) {
            base = batch.cut.nextOffset;
            batch.clear();
            giveBack(batch);
        }
    }

    @Override
    long pause(Batch batch) {
        long wanted = epochWanted;
        fencing = epochFenced != wanted;
        if (wanted == NEVER) {
            return IDLE_PARK_NANOS;
        } else if (fencing) {
            return 0;
        } else if (batch == null) {
            return IDLE_PARK_NANOS;
        }
        return limit.getAsLong() < batch.cut.nextOffset ? ACK_PARK_NANOS : 0;
    }

    /** Raises the fence, or flushes. */
    @Override
    void write(Batch batch) throws SQLException {
        if (fencing) {
            raiseFence(epochWanted);
        } else {
            flush(batch);
        }
    }

    private void raiseFence(long epoch) throws SQLException {
        long found = transaction.fence(sessions.connected(), epoch);
        if (found < base) {
            throw new CheckpointBehindException(found, base);
        }
        base = found;
        epochFenced = epoch;
        log.info("This process writes the checkpoint for epoch {}, from offset {} on", epoch, found);
    }

    private void flush(Batch batch) throws SQLException {
        if (batch.cut.nextOffset <= base) {
            // Another leader flushed further while this batch waited: MySQL has all of it, and newer.
            log.info("Left out the batch at offset {}, MySQL stands at {}", batch.cut.nextOffset, base);
            batch.clear();
            giveBack(batch);
            return;
        }
        Session current = sessions.connected();
        long start = nanos.getAsLong();
        Tally tally = new Tally();
        if (transaction.write(current, batch, epochFenced, base, tally)) {
            commit(current, batch);
        } else {
            current.commit();
            log.info("The commit at offset {} whose answer was lost had gone through", batch.cut.nextOffset);
        }
        base = batch.cut.nextOffset;
        listener.flushed(base, tally.upserts, tally.deletes, tally.entries, tally.bytes, nanos.getAsLong() - start);
        batch.clear();
        giveBack(batch);
    }

    private static void commit(Session session, Batch batch) throws SQLException {
        try {
            session.commit();
        } catch (SQLException e) {
            log.warn(
                    "COMMIT at offset {} ended in {}: its outcome is unknown until the meta row is read again",
                    batch.cut.nextOffset,
                    SqlErrors.describe(e));
            throw e;
        }
    }

    @Override
    FlusherException refused(SQLException e, Batch batch) {
        return FlushTransaction.refusedByMySql(e, fencing ? null : batch);
    }

    @Override
    void failed(int failures, SQLException e, long retryMillis) {
        if (RetryPause.isWorthALine(failures)) {
            log.warn("Flush attempt {} failed, next in {} ms, answers go on: {}", failures, retryMillis, lastFailure());
        }
        listener.failed(failures, e, retryMillis);
    }

    @Override
    void recovered(int failures) {
        log.info("MySQL takes the checkpoint again after {} failed attempts, now at offset {}", failures, base);
    }

    @Override
    void ended(FlusherException e) {
        log.error("Flushing ends for good: {}", e.getMessage());
    }

    @Override
    String subject() {
        return "The flush writer";
    }
}
