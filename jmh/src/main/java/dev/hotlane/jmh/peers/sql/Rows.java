package dev.hotlane.jmh.peers.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Statements with parameters in their order. Stateless. */
final class Rows {
    /** No row, or NULL. */
    static final long NONE = Long.MIN_VALUE;

    private Rows() {}

    /** Rows matched or inserted. */
    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            return statement.executeUpdate();
        }
    }

    /** The numbers of the first row; {@link #NONE} for each if there is none. */
    static long[] longs(Connection connection, int columns, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            try (ResultSet row = statement.executeQuery()) {
                long[] numbers = new long[columns];
                boolean found = row.next();
                for (int i = 0; i < columns; i++) {
                    numbers[i] = found ? row.getLong(i + 1) : NONE;
                }
                return numbers;
            }
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Long number) {
                statement.setLong(i + 1, number);
            } else {
                // Bytes, as keys and ids are: no character set to convert from.
                statement.setBytes(i + 1, ((String) values[i]).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
    }
}
