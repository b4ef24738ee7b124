package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.batch.KeyOrder;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes the counters of a map in key order. Owned by the writer thread. */
final class CounterRows {
    /** The checkpoint's table. */
    static final String OF_CHECKPOINT = "hl_counter";

    /** A row's text: 400 hex digits, four numbers of at most 20 characters, punctuation. */
    private static final int ROW_CHARS_MAX = 512;

    private final BulkStatements rows;
    private final KeyOrder order = new KeyOrder();
    private int[] positions;

    /** @param table has the columns k, value, version, held, confirmed; k is its primary key */
    CounterRows(String table) {
        rows = new BulkStatements(
                "INSERT INTO " + table + " (k, value, version, held, confirmed) VALUES ",
                " AS new ON DUPLICATE KEY UPDATE value = new.value, version = new.version, held = new.held,"
                        + " confirmed = new.confirmed",
                "DELETE FROM " + table + " WHERE k IN (",
                ROW_CHARS_MAX);
    }

    /** Sorts the keys. Called before the transaction, which MySQL would end after wait_timeout without a statement. */
    void prepare(DirtyMap counters) {
        positions = order.of(counters);
    }

    /** Writes the prepared counters and adds them to the tally. */
    void write(Session session, DirtyMap counters, Tally tally) throws SQLException {
        int count = counters.size();
        try (Statement statement = session.statement()) {
            rows.begin(session, statement, tally);
            for (int i = 0; i < count; i++) {
                int position = positions[i];
                if (counters.removed(position)) {
                    appendKey(rows.delete(), counters, position);
                } else {
                    appendRow(rows.upsert(), counters, position);
                }
            }
            rows.end();
        }
    }

    private static void appendRow(StringBuilder sql, DirtyMap counters, int position) {
        sql.append('(');
        appendKey(sql, counters, position);
        for (int n = DirtyMap.VALUE; n <= DirtyMap.CONFIRMED; n++) {
            sql.append(',').append(counters.word(position, n));
        }
        sql.append(')');
    }

    private static void appendKey(StringBuilder sql, DirtyMap counters, int position) {
        sql.append("0x");
        int length = counters.keyLength(position);
        long word = 0;
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) {
                word = counters.word(position, DirtyMap.KEY + (i >>> 3));
            }
            BulkStatements.appendHex(sql, (int) (word >>> 56));
            word <<= 8;
        }
    }
}
