package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides in memory and answers at once; a thread writes what has changed, summed up by key, some hundred times a
 * second. What it has not written yet is lost with the process, though it was answered. The same id twice sells twice.
 */
public final class MemoryQueue implements Peer {
    private static final Logger log = LoggerFactory.getLogger(MemoryQueue.class);

    /** Sales not written yet; more are answered as busy, as memory is bounded and MySQL may be away. */
    private static final int QUEUE_MAX = 10_000_000;

    private static final long FLUSH_MILLIS = 10;

    private final Connection connection;
    private final Map<String, Long> balances = new HashMap<>();
    private Map<String, Long> unwritten = new HashMap<>();
    private int queued;
    private boolean writing;
    private final Thread writer = new Thread(this::flushAll, "journal");

    public MemoryQueue(PeerPlace place) throws SQLException {
        connection = DriverManager.getConnection(place.jdbcUrl(), place.user(), place.password());
        try (var sql = connection.createStatement()) {
            sql.execute("CREATE TABLE stock (sku VARBINARY(200) PRIMARY KEY, units BIGINT NOT NULL)");
        }
        connection.setAutoCommit(false);
        writer.start();
    }

    @Override
    public synchronized Future<PeerAnswer> handle(PeerCommand command) {
        long balance = balances.getOrDefault(command.key(), 0L) - command.units();
        if (balance < 0) {
            return Future.succeededFuture(PeerAnswer.SOLD_OUT);
        }
        if (queued == QUEUE_MAX) {
            return Future.succeededFuture(PeerAnswer.BUSY);
        }
        change(command.key(), -command.units());
        return Future.succeededFuture(PeerAnswer.sold(balance));
    }

    private void change(String key, long units) {
        balances.merge(key, units, Long::sum);
        unwritten.merge(key, units, Long::sum);
        queued++;
    }

    private void flushAll() {
        try {
            while (true) {
                flush();
                TimeUnit.MILLISECONDS.sleep(FLUSH_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void flush() {
        Map<String, Long> batch = take();
        if (!batch.isEmpty()) {
            try {
                write(batch);
                done(Map.of());
            } catch (SQLException e) {
                log.warn("what was queued will be written later", e);
                done(batch);
            }
        }
    }

    private synchronized Map<String, Long> take() {
        Map<String, Long> batch = unwritten;
        unwritten = new HashMap<>();
        queued = 0;
        writing = !batch.isEmpty();
        return batch;
    }

    private synchronized void done(Map<String, Long> failed) {
        failed.forEach((key, units) -> unwritten.merge(key, units, Long::sum));
        writing = false;
        notifyAll();
    }

    private void write(Map<String, Long> batch) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(
                "INSERT INTO stock VALUES (?, ?) AS fresh ON DUPLICATE KEY UPDATE units = stock.units + fresh.units")) {
            for (Map.Entry<String, Long> change : batch.entrySet()) {
                upsert.setBytes(1, change.getKey().getBytes(StandardCharsets.UTF_8));
                upsert.setLong(2, change.getValue());
                upsert.addBatch();
            }
            upsert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    @Override
    public synchronized void put(String key, long units) {
        change(key, units);
    }

    @Override
    public synchronized long left(String key) throws SQLException, InterruptedException {
        while (writing || !unwritten.isEmpty()) {
            wait(FLUSH_MILLIS);
        }
        // The writer is idle: nothing is unwritten, and whoever would change that waits for this lock.
        try (PreparedStatement select = connection.prepareStatement("SELECT units FROM stock WHERE sku = ?")) {
            select.setBytes(1, key.getBytes(StandardCharsets.UTF_8));
            try (ResultSet row = select.executeQuery()) {
                long left = row.next() ? row.getLong(1) : 0;
                connection.commit();
                return left;
            }
        }
    }

    @Override
    public void close() {
        writer.interrupt();
        try {
            connection.close();
        } catch (SQLException e) {
            log.debug("the connection was gone", e);
        }
    }
}
