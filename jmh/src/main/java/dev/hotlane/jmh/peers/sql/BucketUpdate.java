package dev.hotlane.jmh.peers.sql;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Refill and take in one statement; a second one waits for the row. The same id twice takes twice. */
public final class BucketUpdate implements Sale {
    private static final String FULL = "LEAST(burst, tokens + GREATEST(0, ? - refilled_micros) * ? DIV 1000000)";

    private final StockBuckets buckets;

    /**
     * @param ids buckets behind one key
     * @param refillPerSecond tokens
     */
    public BucketUpdate(int ids, long refillPerSecond) {
        buckets = new StockBuckets(ids, refillPerSecond);
    }

    @Override
    public int threads() {
        return StockBuckets.WAITING_THREADS;
    }

    @Override
    public boolean isOneStatement() {
        return true;
    }

    @Override
    public void create(Statement sql) throws SQLException {
        StockBuckets.create(sql);
    }

    @Override
    public PeerAnswer sell(Connection connection, PeerCommand command) throws SQLException {
        long now = buckets.nowMicros();
        // MySQL assigns from left to right: the tokens are those of the old time.
        int rows = Rows.update(
                connection,
                "UPDATE bucket SET tokens = " + FULL + " - ?, refilled_micros = GREATEST(refilled_micros, ?),"
                        + " taken = taken + ? WHERE id = ? AND " + FULL + " >= ?",
                now,
                buckets.refillPerSecond(),
                command.units(),
                now,
                command.units(),
                buckets.bucket(command.key(), command.id()),
                now,
                buckets.refillPerSecond(),
                command.units());
        return rows == 1 ? PeerAnswer.sold(-1) : PeerAnswer.SOLD_OUT;
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
