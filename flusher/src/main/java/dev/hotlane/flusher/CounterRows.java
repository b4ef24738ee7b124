package dev.hotlane.flusher;

import java.sql.SQLException;
import java.sql.Statement;

/*
 * Statements are built by hand, as text with hexadecimal keys: against the driver's rewritten batches this is a fifth
 * to a third faster, makes no garbage per row and splits exactly at the packet's size. Nothing but digits enters
 * the text.
 */

/** Writes the dirty counters of a batch in key order. Owned by the writer thread. */
final class CounterRows {
    /** Larger statements are no faster, and the server keeps their parse tree in memory. */
    private static final int STATEMENT_CHARS_MAX = 512 * 1024;
    /** Above this the optimizer may give up the key ranges of an IN list and scan the table. */
    private static final int DELETE_KEYS_MAX = 1_000;
    /** A row's text: 400 hex digits, four numbers of at most 20 characters, punctuation. */
    private static final int ROW_CHARS_MAX = 512;

    private static final String UPSERT = "INSERT INTO hl_counter (k, value, version, held, confirmed) VALUES ";
    private static final String UPSERT_END = " AS new ON DUPLICATE KEY UPDATE value = new.value, version = new.version,"
            + " held = new.held, confirmed = new.confirmed";
    private static final String DELETE = "DELETE FROM hl_counter WHERE k IN (";
    private static final String DELETE_END = ")";
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    private final KeyOrder order = new KeyOrder();
    private final StringBuilder upsert = new StringBuilder(STATEMENT_CHARS_MAX);
    private final StringBuilder delete = new StringBuilder();
    private int[] positions;
    private int deleteKeys;

    /** Sorts the keys. Comes before the transaction, which MySQL would end if nothing was said for too long. */
    void prepare(DirtyMap counters) {
        positions = order.of(counters);
    }

    /** Writes what was prepared and adds it to the tally. */
    void write(Session session, DirtyMap counters, Tally tally) throws SQLException {
        upsert.setLength(0);
        delete.setLength(0);
        deleteKeys = 0;
        int charsMax = Math.min(STATEMENT_CHARS_MAX, session.payloadBytesMax()) - ROW_CHARS_MAX;
        int count = counters.size();
        try (Statement statement = session.statement()) {
            for (int i = 0; i < count; i++) {
                if (counters.removed(positions[i])) {
                    appendDelete(counters, positions[i]);
                    tally.deletes++;
                } else {
                    appendUpsert(counters, positions[i]);
                    tally.upserts++;
                }
                if (upsert.length() > charsMax) {
                    sendUpsert(statement, tally);
                }
                if (deleteKeys >= DELETE_KEYS_MAX || delete.length() > charsMax) {
                    sendDelete(statement, tally);
                }
            }
            sendUpsert(statement, tally);
            sendDelete(statement, tally);
        }
    }

    private void appendUpsert(DirtyMap counters, int position) {
        upsert.append(upsert.length() == 0 ? UPSERT : ",").append("(0x");
        appendKey(upsert, counters, position);
        for (int n = DirtyMap.VALUE; n <= DirtyMap.CONFIRMED; n++) {
            upsert.append(',').append(counters.word(position, n));
        }
        upsert.append(')');
    }

    private void appendDelete(DirtyMap counters, int position) {
        delete.append(delete.length() == 0 ? DELETE : ",").append("0x");
        appendKey(delete, counters, position);
        deleteKeys++;
    }

    private static void appendKey(StringBuilder sql, DirtyMap counters, int position) {
        int length = counters.keyLength(position);
        long word = 0;
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) {
                word = counters.word(position, DirtyMap.KEY + (i >>> 3));
            }
            sql.append((char) HEX[(int) (word >>> 60)]).append((char) HEX[(int) (word >>> 56) & 15]);
            word <<= 8;
        }
    }

    private void sendUpsert(Statement statement, Tally tally) throws SQLException {
        if (upsert.length() > 0) {
            send(statement, upsert.append(UPSERT_END), tally);
        }
    }

    private void sendDelete(Statement statement, Tally tally) throws SQLException {
        if (delete.length() > 0) {
            send(statement, delete.append(DELETE_END), tally);
            deleteKeys = 0;
        }
    }

    private static void send(Statement statement, StringBuilder sql, Tally tally) throws SQLException {
        tally.bytes += sql.length();
        statement.executeUpdate(sql.toString());
        sql.setLength(0);
    }
}
