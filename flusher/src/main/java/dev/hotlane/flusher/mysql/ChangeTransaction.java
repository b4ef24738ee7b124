package dev.hotlane.flusher.mysql;

import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;

/**
 * One transaction of a {@link HistoryTable}: it moves the position and inserts the rows between. Closed without a commit
 * it changes nothing. One thread; throws {@link FlusherException}, after which only close is allowed.
 */
public final class ChangeTransaction implements AutoCloseable {
    /** A row's text: hex digits of key, id and tenant, seven numbers, the kind, punctuation. */
    private static final int ROW_CHARS_MAX = 2 * (200 + 64 + 32) + 7 * 20 + 16 + 64;

    private static final String MOVE = "UPDATE " + HistoryTable.POSITION
            + " SET next_sequence = ?, log_time = ?, digest = ? WHERE id = 1 AND next_sequence = ?"
            + " AND topic_id = ? AND cluster_id = ? AND sequence_base = ?";

    private final HistoryTable table;
    private final Session session;
    private boolean committed;

    ChangeTransaction(HistoryTable table, Session session) {
        this.table = table;
        this.session = session;
    }

    /**
     * Moves the position if it still is {@code from} and of the same log; false if it isn't. Others that move it wait for
     * the end of this transaction.
     */
    public boolean move(long from, HistoryPosition to) {
        return table.guarded(() -> {
            try (PreparedStatement statement = session.prepare(MOVE)) {
                statement.setLong(1, to.next());
                statement.setLong(2, to.time());
                statement.setLong(3, to.digest());
                statement.setLong(4, from);
                statement.setString(5, to.identity().topicId());
                statement.setString(6, to.identity().clusterId());
                statement.setLong(7, to.base());
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Inserts rows, none of which may be there. */
    public void insert(List<ChangeRow> rows) {
        table.guarded(() -> {
            BulkStatements sql = new BulkStatements(
                    "INSERT INTO " + HistoryTable.TABLE + " (sequence, k, value_before, value, held, confirmed,"
                            + " version, log_time, kind, command_id, tenant) VALUES ",
                    "",
                    "",
                    ROW_CHARS_MAX);
            try (Statement statement = session.statement()) {
                sql.begin(session, statement, new Tally());
                for (ChangeRow row : rows) {
                    append(sql.upsert(), row);
                }
                sql.end();
            }
            return null;
        });
    }

    private static void append(StringBuilder sql, ChangeRow row) {
        sql.append('(').append(row.sequence()).append(',');
        appendBytes(sql, row.key());
        sql.append(',').append(row.before());
        ChangeRow.Numbers after = row.after();
        if (after == null) {
            sql.append(",NULL,0,0,0,");
        } else {
            sql.append(',').append(after.value()).append(',').append(after.held());
            sql.append(',').append(after.confirmed()).append(',').append(after.version());
            sql.append(',');
        }
        sql.append(row.time()).append(",'").append(letters(row.cause().kind())).append("',");
        appendBytes(sql, row.cause().id());
        sql.append(',');
        appendBytes(sql, row.cause().tenant());
        sql.append(')');
    }

    private static String letters(String kind) {
        if (!kind.chars().allMatch(letter -> letter >= 'a' && letter <= 'z')) {
            throw new IllegalArgumentException("kind has other characters than letters: " + kind);
        }
        return kind;
    }

    private static void appendBytes(StringBuilder sql, byte[] bytes) {
        if (bytes == null) {
            sql.append("NULL");
        } else if (bytes.length == 0) {
            sql.append("''");
        } else {
            sql.append("0x");
            for (byte each : bytes) {
                BulkStatements.appendHex(sql, each);
            }
        }
    }

    /** Commits. A failure leaves open whether it was done: the position says so. */
    public void commit() {
        table.guarded(() -> {
            session.commit();
            committed = true;
            return null;
        });
    }

    /** Rolls back unless committed. */
    @Override
    public void close() {
        if (!committed) {
            table.close();
        }
    }
}
