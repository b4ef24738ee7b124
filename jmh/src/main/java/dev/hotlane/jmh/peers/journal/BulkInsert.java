package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.PeerPlace;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** The only connection of a book: rows go as one INSERT of many values, which commits by itself. One caller at a time. */
final class BulkInsert implements AutoCloseable {
    private static final String INTEGRITY_VIOLATED = "23000";

    private final Connection connection;
    private final PreparedStatement insert;

    BulkInsert(PeerPlace place, String table, String insertSql) throws SQLException {
        Properties settings = new Properties();
        settings.put("user", place.user());
        settings.put("password", place.password());
        // Without it every row would be a statement and a round trip.
        settings.put("rewriteBatchedStatements", "true");
        settings.put("useLocalSessionState", "true");
        connection = DriverManager.getConnection(place.jdbcUrl(), settings);
        try (Statement sql = connection.createStatement()) {
            sql.execute(table);
        }
        insert = connection.prepareStatement(insertSql);
    }

    /** Adds a row: its number, then id and key as bytes, then the other numbers. */
    void add(long seq, String id, String key, long... numbers) throws SQLException {
        insert.setLong(1, seq);
        insert.setBytes(2, id.getBytes(StandardCharsets.UTF_8));
        insert.setBytes(3, key.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < numbers.length; i++) {
            insert.setLong(4 + i, numbers[i]);
        }
        insert.addBatch();
    }

    /** Sends the rows added. All of them are committed when this returns, none if it throws. */
    void send() throws SQLException {
        try {
            insert.executeBatch();
        } finally {
            insert.clearBatch();
        }
    }

    /** Whether an id stood there already. */
    static boolean isDuplicate(SQLException failed) {
        return INTEGRITY_VIOLATED.equals(failed.getSQLState());
    }

    /** For reading. */
    Statement statement() throws SQLException {
        return connection.createStatement();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is gone, which is what was wanted.
        }
    }
}
