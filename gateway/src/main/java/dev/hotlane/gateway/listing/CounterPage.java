package dev.hotlane.gateway.listing;

import dev.hotlane.protocol.json.JsonText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Reads a page of counters as JSON. Any thread; no state. */
final class CounterPage {
    /**
     * One statement is one snapshot: the page and its offset belong together. A row of version 0 is a removed counter.
     */
    private static final String BEGIN = "SELECT /*+ MAX_EXECUTION_TIME(" + CounterListing.ANSWER_MAX_MS + ") */"
            + " m.sequence_base + m.next_offset, m.log_time, c.k, c.value, c.held, c.confirmed, c.version"
            + " FROM hl_meta m LEFT JOIN (SELECT k, value, held, confirmed, version FROM hl_counter"
            + " WHERE k >= ? AND k < ? AND version <> 0";

    private static final String END = " ORDER BY k LIMIT ?) c ON TRUE ORDER BY c.k";
    private static final String ALL = BEGIN + END;
    private static final String STOCK = BEGIN + " AND held >= 0 AND confirmed >= 0" + END;

    private CounterPage() {}

    /** The document, or null if there is no checkpoint yet. */
    static byte[] read(Connection connection, PageRequest request) throws SQLException {
        return read(connection, ALL, request);
    }

    /** The same without limits: their held or confirmed units are below 0. */
    static byte[] stock(Connection connection, PageRequest request) throws SQLException {
        return read(connection, STOCK, request);
    }

    private static byte[] read(Connection connection, String sql, PageRequest request) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, request.from());
            statement.setBytes(2, request.to());
            // One extra row shows whether another page follows.
            statement.setInt(3, request.limit() + 1);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? write(rows, request.limit()) : null;
            }
        }
    }

    private static byte[] write(ResultSet rows, int limit) throws SQLException {
        long offset = rows.getLong(1);
        long time = rows.getLong(2);
        JsonText out = new JsonText();
        out.raw('{').name("counters").raw('[');
        byte[] last = null;
        int written = 0;
        // If no counter is in the range, the only row has the offset alone.
        boolean more = rows.getBytes(3) != null;
        while (more && written < limit) {
            last = rows.getBytes(3);
            if (written++ > 0) {
                out.raw(',');
            }
            counter(last, rows, out);
            more = rows.next();
        }
        out.raw(']').raw(',').name("offset").number(offset);
        out.raw(',').name("time").number(time);
        if (more) {
            out.raw(',').name("cursor").string(PageRequest.cursor(last));
        }
        out.raw('}');
        return Arrays.copyOf(out.bytes(), out.length());
    }

    private static void counter(byte[] key, ResultSet row, JsonText out) throws SQLException {
        long version = row.getLong(7);
        out.raw('{').name("key").string(key);
        out.raw(',').name("value").number(row.getLong(4));
        out.raw(',').name("held").number(row.getLong(5));
        out.raw(',').name("confirmed").number(row.getLong(6));
        out.raw(',').name("version").number(Math.abs(version));
        if (version < 0) {
            out.raw(',').name("bucket").bool(true);
        }
        out.raw('}');
    }
}
