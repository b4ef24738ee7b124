package dev.hotlane.jmh.peers.sql;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads, reckons and writes in a serializable transaction; MySQL ends all but one of those who have read the same row as
 * deadlocked, and they begin again.
 */
public final class SerializableBucket implements Sale {
    private static final long MICROS = 1_000_000;

    private final StockBuckets buckets;

    /**
     * @param ids buckets behind one key
     * @param refillPerSecond tokens
     */
    public SerializableBucket(int ids, long refillPerSecond) {
        buckets = new StockBuckets(ids, refillPerSecond);
    }

    @Override
    public int threads() {
        return StockBuckets.RETRYING_THREADS;
    }

    @Override
    public int isolation() {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

    @Override
    public void create(Statement sql) throws SQLException {
        StockBuckets.create(sql);
    }

    @Override
    public PeerAnswer sell(Connection connection, PeerCommand command) throws SQLException {
        String bucket = buckets.bucket(command.key(), command.id());
        long[] row =
                Rows.longs(connection, 3, "SELECT tokens, burst, refilled_micros FROM bucket WHERE id = ?", bucket);
        long now = Math.max(row[2], buckets.nowMicros());
        long refill = (long) Math.min((double) row[1], (double) (now - row[2]) * buckets.refillPerSecond() / MICROS);
        long tokens = Math.min(row[1], row[0] + refill) - command.units();
        if (tokens < 0) {
            return PeerAnswer.SOLD_OUT;
        }
        Rows.update(
                connection,
                "UPDATE bucket SET tokens = ?, refilled_micros = ?, taken = taken + ? WHERE id = ?",
                tokens,
                now,
                command.units(),
                bucket);
        return PeerAnswer.sold(tokens);
    }

    @Override
    public void put(Connection connection, String key, long units) throws SQLException {
        buckets.put(connection, key, units);
    }

    @Override
    public long left(Connection connection, String key) throws SQLException {
        return buckets.left(connection, key);
    }
}
