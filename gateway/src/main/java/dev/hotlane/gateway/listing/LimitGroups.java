package dev.hotlane.gateway.listing;

import dev.hotlane.protocol.json.JsonText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Counts limits by the part of their key up to the last colon, as JSON. A limit is a counter whose held or confirmed units
 * are below 0. Any thread; no state.
 */
final class LimitGroups {
    /** Most limits that are counted. */
    static final int KEYS_MAX = 100_000;

    /** Most groups that are listed. */
    static final int GROUPS_MAX = 50;

    private static final String SQL = "SELECT /*+ MAX_EXECUTION_TIME(" + CounterListing.ANSWER_MAX_MS + ") */"
            + " m.log_time, g.p, g.n, g.h, g.c"
            + " FROM hl_meta m LEFT JOIN (SELECT LEFT(k, LENGTH(k) - LENGTH(SUBSTRING_INDEX(k, ':', -1))) p,"
            + " COUNT(*) n, -SUM(held) h, -SUM(confirmed) c"
            + " FROM (SELECT k, held, confirmed FROM hl_counter WHERE (k >= ? AND k < ? OR k >= ? AND k < ?)"
            + " AND (held < 0 OR confirmed < 0) ORDER BY k LIMIT ?) f"
            + " GROUP BY p ORDER BY p LIMIT ?) g ON TRUE ORDER BY g.p";

    private LimitGroups() {}

    /** The document for the keys with either prefix, or null if there is no checkpoint yet. */
    static byte[] read(Connection connection, byte[] one, byte[] other) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setBytes(1, one);
            statement.setBytes(2, PageRequest.beyond(one));
            statement.setBytes(3, other);
            statement.setBytes(4, PageRequest.beyond(other));
            // One more of each shows whether there are more.
            statement.setInt(5, KEYS_MAX + 1);
            statement.setInt(6, GROUPS_MAX + 1);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? write(rows) : null;
            }
        }
    }

    private static byte[] write(ResultSet rows) throws SQLException {
        long time = rows.getLong(1);
        JsonText out = new JsonText();
        out.raw('{').name("rows").raw('[');
        int groups = 0;
        long keys = 0;
        // If there is no limit, the only row has the time alone.
        boolean more = rows.getBytes(2) != null;
        while (more && groups < GROUPS_MAX) {
            keys += rows.getLong(3);
            if (groups++ > 0) {
                out.raw(',');
            }
            group(rows, out);
            more = rows.next();
        }
        out.raw(']').raw(',').name("time").number(time);
        out.raw(',').name("more").bool(more || keys > KEYS_MAX);
        out.raw('}');
        return Arrays.copyOf(out.bytes(), out.length());
    }

    private static void group(ResultSet row, JsonText out) throws SQLException {
        out.raw('{').name("key").string(row.getBytes(2));
        out.raw(',').name("keys").number(row.getLong(3));
        out.raw(',').name("held").number(row.getLong(4));
        out.raw(',').name("confirmed").number(row.getLong(5));
        out.raw('}');
    }
}
