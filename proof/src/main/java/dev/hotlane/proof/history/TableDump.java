package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/**
 * Writes a lane's tables to a file as of one moment: a line of JSON per row, with {@code table} first. Packed rows are
 * written with their numbers and without their bytes. Any thread.
 */
public final class TableDump {
    private static final String[] QUERIES = {
        "hl_meta", "SELECT * FROM hl_meta",
        "hl_counter", "SELECT * FROM hl_counter ORDER BY k",
        "hl_hold", "SELECT sequence, created_at, expires_at, id, owner, tenant FROM hl_hold ORDER BY sequence",
        "hl_resolved", "SELECT first_sequence, part, end_sequence, entries FROM hl_resolved",
        "hl_window", "SELECT first_sequence, part, end_sequence, entries FROM hl_window"
    };

    private TableDump() {}

    /** Writes all rows; changes nothing in MySQL. */
    public static void write(String jdbcUrl, String user, String password, Path file) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl, user, password);
                BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
                for (int i = 0; i < QUERIES.length; i += 2) {
                    rows(statement, QUERIES[i], QUERIES[i + 1], out);
                }
                statement.execute("ROLLBACK");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the tables at " + jdbcUrl + " could not be read: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("dump of " + jdbcUrl + " to " + file, e);
        }
    }

    private static void rows(Statement statement, String table, String query, BufferedWriter out)
            throws SQLException, IOException {
        try (ResultSet rows = statement.executeQuery(query)) {
            ResultSetMetaData columns = rows.getMetaData();
            while (rows.next()) {
                JsonObject row = new JsonObject().put("table", table);
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnName(i), value(columns.getColumnName(i), rows.getObject(i)));
                }
                out.write(row.encode());
                out.write('\n');
            }
        }
    }

    private static Object value(String column, Object value) {
        if (value instanceof byte[] bytes) {
            return "leader".equals(column) || "rules".equals(column) ? hex(bytes) : text(bytes);
        }
        return value instanceof Number number ? number.longValue() : String.valueOf(value);
    }

    /** Keys may be any bytes: those that are no UTF-8 are written as hex, as in the dump of the log. */
    private static Object text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new JsonObject().put("hex", hex(bytes));
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
