package dev.hotlane.flusher.mysql;

import java.sql.SQLException;
import java.sql.Statement;

/*
 * Statements are built by hand, as text with hexadecimal bytes. Compared with the driver's rewritten batches this is a
 * fifth to a third faster, makes no garbage per row and splits exactly at the packet's size. Only digits enter the
 * text.
 */

/**
 * Multi-row upserts and deletes of one table, sent whenever one is large enough. Between begin and end the caller
 * appends rows to the returned text. Owned by the writer thread.
 */
final class BulkStatements {
    /** Larger statements are no faster, and the server keeps their parse tree in memory. */
    private static final int STATEMENT_CHARS_MAX = 512 * 1024;
    /** Above this the optimizer may give up the key ranges of an IN list and scan the table. */
    private static final int DELETE_KEYS_MAX = 1_000;

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    private final String upsertHead;
    private final String upsertEnd;
    private final String deleteHead;
    private final int rowCharsMax;
    private final StringBuilder upsert = new StringBuilder();
    private final StringBuilder delete = new StringBuilder();
    private Statement statement;
    private Tally tally;
    private int charsMax;
    private int deleteKeys;

    /** @param rowCharsMax the longest text of one row */
    BulkStatements(String upsertHead, String upsertEnd, String deleteHead, int rowCharsMax) {
        this.upsertHead = upsertHead;
        this.upsertEnd = upsertEnd;
        this.deleteHead = deleteHead;
        this.rowCharsMax = rowCharsMax;
    }

    /** Starts an attempt; discards the text of a failed one. */
    void begin(Session session, Statement to, Tally counted) {
        upsert.setLength(0);
        delete.setLength(0);
        deleteKeys = 0;
        statement = to;
        tally = counted;
        charsMax = Math.min(STATEMENT_CHARS_MAX, session.payloadBytesMax()) - rowCharsMax;
    }

    /** Returns the text for the columns of one more row, with parentheses. */
    StringBuilder upsert() throws SQLException {
        if (upsert.length() > charsMax) {
            sendUpsert();
        }
        tally.upserts++;
        return upsert.append(upsert.length() == 0 ? upsertHead : ",");
    }

    /** Returns the text for the key of one more row to delete. */
    StringBuilder delete() throws SQLException {
        if (deleteKeys >= DELETE_KEYS_MAX || delete.length() > charsMax) {
            sendDelete();
        }
        tally.deletes++;
        deleteKeys++;
        return delete.append(delete.length() == 0 ? deleteHead : ",");
    }

    /** Sends the unsent rows. */
    void end() throws SQLException {
        if (upsert.length() > 0) {
            sendUpsert();
        }
        if (delete.length() > 0) {
            sendDelete();
        }
    }

    static void appendHex(StringBuilder sql, int octet) {
        sql.append((char) HEX[octet >>> 4 & 15]).append((char) HEX[octet & 15]);
    }

    private void sendUpsert() throws SQLException {
        send(upsert.append(upsertEnd));
    }

    private void sendDelete() throws SQLException {
        send(delete.append(')'));
        deleteKeys = 0;
    }

    private void send(StringBuilder sql) throws SQLException {
        tally.bytes += sql.length();
        statement.executeUpdate(sql.toString());
        sql.setLength(0);
    }
}
