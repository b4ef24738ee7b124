package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.WriterExchange;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Thread, exchange and retries of a writer of MySQL; what a transaction writes is the subclass'. Owns one thread and
 * one connection. One batch fills while the other is in hand. While MySQL is away the writer retries for ever; a
 * rejection that a retry cannot cure goes to the fatal callback, once, and ends the thread.
 *
 * @param <T> what is written: handed over full, returned empty
 */
abstract class WriterLoop<T> implements WriterExchange<T>, AutoCloseable {
    /** Pause without work: a hand-over unparks at once, this bound is only for a lost signal. */
    static final long IDLE_PARK_NANOS = 100_000_000;
    /** Pause between two checks of drain. */
    private static final long DRAIN_PARK_NANOS = 500_000;
    /** Time for a transaction under way to end before its connection is broken. */
    private static final long CLOSE_JOIN_MILLIS = 2_000;

    final SessionKeeper sessions;
    private final RetryPause retries;
    private final LongSupplier nanos;
    private final Consumer<FlusherException> fatal;
    /** Named by the subclass. */
    final Thread thread = new Thread(this::run);

    private volatile boolean closing;
    private volatile boolean halted;
    // Swapped: the marshaller puts one in hand and takes the spare one; the writer returns both.
    private volatile T inHand;
    private volatile T spare;

    WriterLoop(FlushSettings settings, SessionKeeper.Opening opening, T spare, Consumer<FlusherException> fatal) {
        sessions = new SessionKeeper(settings, opening);
        retries = new RetryPause(settings);
        nanos = settings.surroundings().nanos();
        this.spare = spare;
        this.fatal = fatal;
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    @Override
    public boolean ready() {
        return spare != null && !halted;
    }

    @Override
    public T exchange(T full) {
        T empty = spare;
        if (empty == null) {
            throw new IllegalStateException("one is still in hand");
        }
        spare = null;
        inHand = full;
        LockSupport.unpark(thread);
        return empty;
    }

    /** What is in hand, null for nothing. */
    T inHand() {
        return inHand;
    }

    /** Returns what was in hand, emptied. */
    void giveBack(T empty) {
        inHand = null;
        spare = empty;
    }

    /** Attempts failed since the last success. Any thread. */
    public int failures() {
        return retries.failures();
    }

    /** Message of the last failure, null after a success. Any thread. */
    public String lastFailure() {
        return retries.lastFailure();
    }

    /** Waits until what is in hand, if anything, is committed; returns false on timeout. Not on its own thread. */
    public boolean drain(Duration atMost) {
        long deadline = nanos.getAsLong() + atMost.toNanos();
        while (inHand != null && thread.isAlive() && nanos.getAsLong() < deadline) {
            LockSupport.parkNanos(DRAIN_PARK_NANOS);
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
            halt(new FlusherException(Reason.BROKEN, subject() + " failed unexpectedly: " + e, e));
        } finally {
            sessions.hangUp();
        }
    }

    /**
     * Runs at most one transaction; returns the nanoseconds until the next call. An exception is final. Only the thread
     * calls this, or a simulation that never starts the thread.
     */
    public long step() {
        long left = retries.left();
        if (left > 0) {
            return left;
        }
        T batch = inHand;
        long pause = pause(batch);
        return pause > 0 ? pause : attempt(batch);
    }

    /** Runs one transaction. Any failure ends the connection and with it the transaction. */
    private long attempt(T batch) {
        try {
            write(batch);
            int before = retries.succeeded();
            if (before > 0) {
                recovered(before);
            }
            return 0;
        } catch (SQLException e) {
            sessions.hangUp();
            if (!SqlErrors.retryableWhileRunning(e)) {
                throw refused(e, batch);
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

    private long failed(SQLException e) {
        long millis = retries.failed(e);
        failed(retries.failures(), e, millis);
        return millis * 1_000_000;
    }

    private void halt(FlusherException e) {
        halted = true;
        ended(e);
        fatal.accept(e);
    }

    /** Nanoseconds until there may be something to write, 0 for at once. */
    abstract long pause(T batch);

    /** Commits one transaction; if that writes the batch, gives it back. */
    abstract void write(T batch) throws SQLException;

    /** The exception for an error that a retry can't cure. */
    abstract FlusherException refused(SQLException e, T batch);

    /** An attempt failed, that many in a row, and will be retried. */
    abstract void failed(int failures, SQLException e, long retryMillis);

    /** An attempt succeeded after that many failures. */
    void recovered(int failures) {}

    /** The thread ends for good. */
    abstract void ended(FlusherException e);

    /** Names the writer at the beginning of a sentence. */
    abstract String subject();
}
