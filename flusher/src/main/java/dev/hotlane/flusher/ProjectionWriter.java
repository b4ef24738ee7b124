package dev.hotlane.flusher;

import dev.hotlane.flusher.FlusherException.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the values of one marshaller of vBatching: each map in one transaction, as soon as there is one. It waits for
 * no reply and guards no offset. Owns one thread and one connection. While MySQL is away it retries for ever; a commit
 * whose answer was lost is repeated, which writes the same values.
 */
public final class ProjectionWriter implements ValuesExchange, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProjectionWriter.class);
    /** Pause without work: a hand-over unparks at once, this bound is only for a lost signal. */
    private static final long IDLE_PARK_NANOS = 100_000_000;
    /** Pause between two checks of drain. */
    private static final long DRAIN_PARK_NANOS = 500_000;
    /** Time for a transaction under way to end before its connection is broken. */
    private static final long CLOSE_JOIN_MILLIS = 2_000;

    private final SessionKeeper sessions;
    private final CounterRows rows = new CounterRows(Projection.TABLE);
    private final Backoff backoff;
    private final Consumer<FlusherException> fatal;
    private final AtomicLong written = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean halted;
    // Swapped: the marshaller puts a map in hand and takes the spare one; the writer returns it.
    private volatile DirtyMap inHand;
    private volatile DirtyMap spare = new DirtyMap();

    ProjectionWriter(FlushSettings settings, int number, Consumer<FlusherException> fatal) {
        sessions = new SessionKeeper(settings, Session::forProjection);
        backoff = new Backoff(settings);
        this.fatal = fatal;
        thread = new Thread(this::run, "projection-writer-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public boolean ready() {
        return spare != null && !halted;
    }

    @Override
    public DirtyMap exchange(DirtyMap full) {
        DirtyMap empty = spare;
        if (empty == null) {
            throw new IllegalStateException("a map is still in hand");
        }
        spare = null;
        inHand = full;
        LockSupport.unpark(thread);
        return empty;
    }

    /** Rows written and deleted so far. Any thread. */
    public long rows() {
        return written.getOpaque();
    }

    /** Attempts failed since the last success. Any thread. */
    public int failures() {
        return backoff.failures();
    }

    /** Message of the last failure, null after a success. Any thread. */
    public String lastFailure() {
        return backoff.lastFailure();
    }

    /** Waits until the map in hand, if any, is committed; returns false on timeout. */
    boolean drain(Duration atMost, LongSupplier nanos) {
        long deadline = nanos.getAsLong() + atMost.toNanos();
        while (inHand != null && thread.isAlive() && nanos.getAsLong() < deadline) {
            LockSupport.parkNanos(DRAIN_PARK_NANOS);
        }
        return inHand == null;
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
            halt(new FlusherException(Reason.BROKEN, "A projection's writer failed unexpectedly: " + e, e));
        } finally {
            sessions.hangUp();
        }
    }

    /** Writes the map in hand, if any; returns the nanoseconds until the next call. An exception is final. */
    long step() {
        long left = backoff.left();
        DirtyMap map = inHand;
        if (left > 0 || map == null) {
            return left > 0 ? left : IDLE_PARK_NANOS;
        }
        try {
            write(map);
        } catch (SQLException e) {
            sessions.hangUp();
            if (!SqlErrors.retryableWhileRunning(e)) {
                throw new FlusherException(
                        Reason.BROKEN,
                        "MySQL refused " + map.size() + " rows of the projection with " + SqlErrors.describe(e)
                                + ". Was the table " + Projection.TABLE + " changed? It is made anew at each start.",
                        e);
            }
            return failed(e);
        } catch (FlusherException e) {
            if (!SqlErrors.retryableWhileRunning(e)) {
                throw e;
            }
            sessions.hangUp();
            return failed(new SQLException(e.getMessage(), e));
        }
        return 0;
    }

    private void write(DirtyMap map) throws SQLException {
        rows.prepare(map);
        Session session = sessions.connected();
        Tally tally = new Tally();
        rows.write(session, map, tally);
        session.commit();
        written.setOpaque(written.getPlain() + tally.upserts + tally.deletes);
        backoff.succeeded();
        map.clear();
        inHand = null;
        spare = map;
    }

    private long failed(SQLException e) {
        long millis = backoff.failed(e);
        int count = backoff.failures();
        if (Integer.bitCount(count) == 1) {
            log.warn("Attempt {} on a projection failed, next in {} ms: {}", count, millis, backoff.lastFailure());
        }
        return millis * 1_000_000;
    }

    private void halt(FlusherException e) {
        halted = true;
        log.error("A projection ends for good: {}", e.getMessage());
        fatal.accept(e);
    }
}
