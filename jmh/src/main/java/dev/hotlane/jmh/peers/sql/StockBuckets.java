package dev.hotlane.jmh.peers.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The table of token buckets: full at first, and what was taken is counted beside what is left. Any thread. */
final class StockBuckets {
    /** Threads while callers are few: waiting, as the article did. */
    static final int WAITING_THREADS = 50;

    /** Threads where transactions are tried again. */
    static final int RETRYING_THREADS = 10;

    private final int ids;
    private final long refillPerSecond;
    private final Clock clock = Clock.systemUTC();

    /**
     * @param ids buckets behind one key; the id of a call says which
     * @param refillPerSecond tokens
     */
    StockBuckets(int ids, long refillPerSecond) {
        this.ids = ids;
        this.refillPerSecond = refillPerSecond;
    }

    long refillPerSecond() {
        return refillPerSecond;
    }

    /** The bucket of that call. */
    String bucket(String key, String id) {
        return key + "/" + Math.floorMod(id.hashCode() * 0x9E3779B1 >>> 8, ids);
    }

    long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    static void create(Statement sql) throws SQLException {
        sql.execute("CREATE TABLE bucket (id VARBINARY(220) PRIMARY KEY, tokens BIGINT NOT NULL, burst BIGINT NOT NULL,"
                + " refilled_micros BIGINT NOT NULL, taken BIGINT NOT NULL)");
    }

    /** Shares the units among the buckets; the first has what does not divide. */
    void put(Connection connection, String key, long units) throws SQLException {
        StringBuilder sql = new StringBuilder("INSERT INTO bucket VALUES ");
        long now = nowMicros();
        for (int i = 0; i < ids; i++) {
            long share = units / ids + (i == 0 ? units % ids : 0);
            sql.append(i == 0 ? "" : ",").append("('" + key + "/" + i + "'," + share + "," + share + "," + now + ",0)");
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql.toString());
        }
    }

    /** What was put up less what was taken. */
    long left(Connection connection, String key) throws SQLException {
        return Rows.longs(connection, 1, "SELECT SUM(burst) - SUM(taken) FROM bucket WHERE id LIKE ?", key + "/%")[0];
    }
}
