package dev.hotlane.flusher;

import dev.hotlane.flusher.FlusherException.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of the checkpoint: takes a frozen batch, waits until every reply below its cut is acknowledged and
 * commits it in one transaction. Owns the thread flush-writer and one connection. While MySQL is away it retries for
 * ever; a rejection that a retry cannot cure goes to the fatal callback, once, and ends the thread.
 *
 * <p>Before the first {@link #fence} it follows: it never touches MySQL, and keeps a batch in hand until
 * {@link #flushedElsewhere}. The batch in hand at the fence is the first to be written.
 */
public final class FlushWriter implements BatchExchange, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FlushWriter.class);
    private static final long NEVER = Long.MIN_VALUE;
    /** Pause between two reads of the acknowledged mark: far below a flush's own time, and next to no load. */
    private static final long ACK_PARK_NANOS = 500_000;
    /** Pause without work: a hand-over unparks at once, this bound is only for a lost signal. */
    private static final long IDLE_PARK_NANOS = 100_000_000;
    /** Time for a transaction under way to end before its connection is broken. */
    private static final long CLOSE_JOIN_MILLIS = 2_000;

    private final SessionKeeper sessions;
    private final LongSupplier ackedMark;
    private final FlushListener listener;
    private final Consumer<FlusherException> fatal;
    private final FlushTransaction transaction;
    private final Backoff backoff;
    private final LongSupplier nanos;
    private final Thread thread = new Thread(this::run, "flush-writer");

    // Written by callers.
    private volatile long epochWanted = NEVER;
    private volatile boolean closing;
    // Swapped: the flush thread puts a batch in hand and takes the spare one; the writer returns both.
    private volatile Batch inHand;
    private volatile Batch spare = new Batch();
    // Written by the writer thread; the base by the flush thread until a fence is requested.
    private volatile long epochFenced = NEVER;
    private volatile long base;
    private volatile boolean halted;

    /**
     * @param dirtySince offset of the checkpoint that the state was loaded from: the dirty set has all changes since
     * @param ackedMark every reply below this offset is acknowledged; read on the flush-writer thread
     * @param fatal called at most once, on the flush-writer thread
     */
    public FlushWriter(
            FlushSettings settings,
            String topicId,
            long dirtySince,
            LongSupplier ackedMark,
            FlushListener listener,
            Consumer<FlusherException> fatal) {
        sessions = new SessionKeeper(settings, Session::forWriting);
        this.ackedMark = ackedMark;
        this.listener = listener;
        this.fatal = fatal;
        base = dirtySince;
        transaction = new FlushTransaction(topicId);
        backoff = new Backoff(settings);
        nanos = settings.surroundings().nanos();
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
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
    public boolean ready() {
        return spare != null && !halted;
    }

    @Override
    public long flushedOffset() {
        return base;
    }

    @Override
    public Batch exchange(Batch frozen) {
        Batch empty = spare;
        if (empty == null) {
            throw new IllegalStateException("a batch is still in hand");
        }
        spare = null;
        inHand = frozen;
        LockSupport.unpark(thread);
        return empty;
    }

    /** Drops such a batch: the dirty set then has all changes since its cut. No effect once a fence is requested. */
    @Override
    public void flushedElsewhere(long offset) {
        Batch batch = inHand;
        if (epochWanted == NEVER && batch != null && batch.cut.nextOffset <= offset) {
            base = batch.cut.nextOffset;
            batch.clear();
            inHand = null;
            spare = batch;
        }
    }

    /** Attempts failed since the last success. Any thread. */
    public int failures() {
        return backoff.failures();
    }

    /** Message of the last failure, null after a success. Any thread. */
    public String lastFailure() {
        return backoff.lastFailure();
    }

    /** Waits until the batch in hand, if any, is committed; returns false on timeout. Not on its own thread. */
    public boolean drain(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (inHand != null && thread.isAlive() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(ACK_PARK_NANOS);
        }
        return inHand == null;
    }

    /** Whether it ended for good: the fatal callback has received the reason. Any thread. */
    public boolean ended() {
        return halted;
    }

    /** Ends the thread and the connection; a transaction under way has 2 s to end, else it is rolled back. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_JOIN_MILLIS);
            if (thread.isAlive()) {
                sessions.abort();
                thread.join(CLOSE_JOIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing) {
                LockSupport.parkNanos(step());
            }
        } catch (FlusherException e) {
            halt(e);
        } catch (RuntimeException | Error e) {
            halt(new FlusherException(Reason.BROKEN, "The flush writer failed unexpectedly: " + e, e));
        } finally {
            sessions.hangUp();
        }
    }

    /**
     * Runs at most one transaction; returns the nanoseconds until the next call. An exception is final. Only the thread
     * calls this, or a simulation that never starts the thread.
     */
    public long step() {
        long left = backoff.left();
        if (left > 0) {
            return left;
        }
        if (epochWanted == NEVER) {
            return IDLE_PARK_NANOS;
        } else if (epochFenced != epochWanted) {
            return attempt(null);
        }
        Batch batch = inHand;
        if (batch == null) {
            return IDLE_PARK_NANOS;
        } else if (ackedMark.getAsLong() < batch.cut.nextOffset) {
            return ACK_PARK_NANOS;
        }
        return attempt(batch);
    }

    /** Raises the fence, for no batch, or flushes. Any failure ends the connection and with it the transaction. */
    private long attempt(Batch batch) {
        try {
            if (batch == null) {
                raiseFence(epochWanted);
            } else {
                flush(batch);
            }
            recovered();
            return 0;
        } catch (SQLException e) {
            sessions.hangUp();
            if (!SqlErrors.retryableWhileRunning(e)) {
                throw FlushTransaction.refusedByMySql(e, batch);
            }
            return failed(e);
        } catch (FlusherException e) {
            if (!SqlErrors.retryableWhileRunning(e)) {
                throw e;
            }
            sessions.hangUp();
            return failed(new SQLException(e.getMessage(), e));
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
        giveBack(batch);
    }

    private void giveBack(Batch batch) {
        batch.clear();
        inHand = null;
        spare = batch;
    }

    private static void commit(Session session, Batch batch) throws SQLException {
        try {
            session.commit();
        } catch (SQLException e) {
            log.warn(
                    "COMMIT at offset {} ended in {}: whether it went through, the meta row will tell",
                    batch.cut.nextOffset,
                    SqlErrors.describe(e));
            throw e;
        }
    }

    private long failed(SQLException e) {
        long millis = backoff.failed(e);
        int count = backoff.failures();
        // Logs the 1st, 2nd, 4th, 8th failure and so on: a night without MySQL must not fill the disk with logs.
        if (Integer.bitCount(count) == 1) {
            log.warn("Flush attempt {} failed, next in {} ms, answers go on: {}", count, millis, backoff.lastFailure());
        }
        listener.failed(count, e, millis);
        return millis * 1_000_000;
    }

    private void recovered() {
        int before = backoff.succeeded();
        if (before > 0) {
            log.info("MySQL takes the checkpoint again after {} failed attempts, now at offset {}", before, base);
        }
    }

    private void halt(FlusherException e) {
        halted = true;
        log.error("Flushing ends for good: {}", e.getMessage());
        fatal.accept(e);
    }
}
