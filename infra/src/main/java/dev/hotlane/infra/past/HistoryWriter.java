package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.ChangeRow;
import dev.hotlane.flusher.mysql.ChangeTransaction;
import dev.hotlane.flusher.mysql.HistoryPosition;
import dev.hotlane.flusher.mysql.HistoryTable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Writes rows and their position in one transaction, on a thread of its own, so that the caller reads on meanwhile: one
 * transaction at a time. While one is under way the table is the thread's. Else one thread.
 */
final class HistoryWriter implements AutoCloseable {
    private final HistoryTable table;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread writer = new Thread(work, "history-writer");
        writer.setDaemon(true);
        return writer;
    });
    private Future<Boolean> transaction;
    private HistoryPosition to;
    private int rows;

    HistoryWriter(HistoryTable table) {
        this.table = table;
    }

    /** Begins to write; no transaction may be under way. */
    void begin(long from, HistoryPosition next, List<ChangeRow> changes) {
        to = next;
        rows = changes.size();
        transaction = thread.submit(() -> write(from, next, changes));
    }

    /** Writes the rows and their position; false if the position is no longer as this process left it. */
    private boolean write(long from, HistoryPosition next, List<ChangeRow> changes) {
        try (ChangeTransaction change = table.begin()) {
            if (!change.move(from, next)) {
                return false;
            }
            change.insert(changes);
            change.commit();
            return true;
        }
    }

    /** Whether one was begun that {@link #await} has not waited for yet. */
    boolean isUnderWay() {
        return transaction != null;
    }

    /** Waits for the transaction under way; false if another process has moved the position. Throws what it threw. */
    boolean await() {
        Future<Boolean> waited = transaction;
        transaction = null;
        try {
            return waited.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while changes were written", e);
        }
    }

    /** Where the position is moved to. */
    HistoryPosition to() {
        return to;
    }

    /** Number of its rows. */
    int rows() {
        return rows;
    }

    /** Waits for the transaction under way, whatever its outcome, and ends the thread. */
    @Override
    public void close() {
        thread.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        // MySQL's answer, or the driver's timeout, ends it. Until then the table is the thread's.
        while (!ended) {
            try {
                ended = thread.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
