package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * One thread takes all commands that have come meanwhile, writes them by one statement, and then answers them all: while
 * MySQL writes one batch, the next one gathers. The order of the queue is the order of the book.
 */
public final class GroupCommit implements Peer {
    /** More callers than that are answered as busy. */
    private static final int WAITING_MAX = 10_000;

    /** Some 200 KB a statement: longer ones gain nothing. */
    private static final int BATCH_MAX = 2_000;

    private final BlockingQueue<Book.Entry> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Book book;
    private final Thread writer = new Thread(this::writeAll, "journal");
    private Context loop;

    private GroupCommit(Book book) {
        this.book = book;
        writer.start();
    }

    /** The ledger: entries with their balance, decided before they are written. */
    public static GroupCommit ledger(PeerPlace place) throws SQLException {
        return new GroupCommit(new Ledger(place));
    }

    /** The command log: commands as they came, decided after they are written. */
    public static GroupCommit commandLog(PeerPlace place) throws SQLException {
        return new GroupCommit(new CommandJournal(place));
    }

    @Override
    public Future<PeerAnswer> handle(PeerCommand command) {
        if (loop == null) {
            loop = Vertx.currentContext();
        }
        Promise<PeerAnswer> promise = Promise.promise();
        Book.Entry entry = new Book.Entry(command, promise);
        return waiting.offer(entry) ? promise.future() : Future.succeededFuture(PeerAnswer.BUSY);
    }

    private void writeAll() {
        List<Book.Entry> batch = new ArrayList<>(BATCH_MAX);
        try {
            while (true) {
                batch.add(waiting.take());
                waiting.drainTo(batch, BATCH_MAX - 1);
                List<Book.Entry> written = batch;
                batch = new ArrayList<>(BATCH_MAX);
                SQLException failed = write(written);
                loop.runOnContext(now -> written.forEach(entry -> entry.settle(failed)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized SQLException write(List<Book.Entry> batch) {
        try {
            book.write(batch);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    @Override
    public synchronized void put(String key, long units) throws SQLException {
        book.put(key, units);
    }

    @Override
    public synchronized long left(String key) throws SQLException {
        return book.left(key);
    }

    @Override
    public void close() {
        writer.interrupt();
        book.close();
    }
}
