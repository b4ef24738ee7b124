package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.PackedChunk;
import dev.hotlane.flusher.batch.PackedChunks;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A table of packed entries, hl_window or hl_resolved: writes those of a batch, drops those that have left the state,
 * reads the rest. Without state; a method belongs to the thread of its session.
 */
final class PackedRows {
    static final PackedRows WINDOW = new PackedRows("hl_window");
    static final PackedRows RESOLVED = new PackedRows("hl_resolved");

    /** Rows dropped per flush: far more than a flush adds, and still a short transaction. */
    private static final int DROP_MAX = 256;

    private final String table;
    private final String insertSql;
    private final String dropSql;
    private final String selectSql;

    private PackedRows(String table) {
        this.table = table;
        insertSql = "INSERT INTO " + table
                + " (first_sequence, part, end_sequence, entries, crc32c, data) VALUES (?, ?, ?, ?, ?, ?)";
        // A row below the start begins below it too: so the scan reads only the first few rows of the primary key.
        dropSql = "DELETE FROM " + table + " WHERE first_sequence < ? AND end_sequence <= ?"
                + " ORDER BY first_sequence, part LIMIT " + DROP_MAX;
        selectSql = "SELECT first_sequence, end_sequence, entries, crc32c, data FROM " + table
                + " WHERE end_sequence > ? ORDER BY first_sequence, part";
    }

    /**
     * Writes every entry at or above base, in rows that fit into a packet, and adds them to the tally. All entries of a
     * record are in one batch, so rows with the same first sequence are numbered only here.
     */
    void write(Session session, PackedChunks packed, long base, Tally tally) throws SQLException {
        int bytesMax = Math.min(PackedChunk.BYTES_MAX, session.payloadBytesMax());
        long previousFirst = -1;
        int part = 0;
        try (PreparedStatement insert = session.prepare(insertSql)) {
            for (PackedChunk chunk : packed.chunks) {
                int from = chunk.startOf(base);
                while (from < chunk.length) {
                    int to = chunk.endOfRun(from, bytesMax);
                    long first = PackedChunk.sequenceAt(chunk.bytes, from);
                    part = first == previousFirst ? part + 1 : 0;
                    previousFirst = first;
                    insert.setInt(2, part);
                    writeRow(insert, chunk, from, to, tally);
                    from = to;
                }
            }
        }
    }

    private static void writeRow(PreparedStatement insert, PackedChunk chunk, int from, int to, Tally tally)
            throws SQLException {
        int entries = 0;
        long lastSequence = 0;
        for (int at = from; at < to; at = PackedChunk.next(chunk.bytes, at)) {
            lastSequence = PackedChunk.sequenceAt(chunk.bytes, at);
            entries++;
        }
        insert.setLong(1, PackedChunk.sequenceAt(chunk.bytes, from));
        insert.setLong(3, lastSequence + 1);
        insert.setInt(4, entries);
        insert.setLong(5, crc(chunk.bytes, from, to));
        insert.setBytes(6, Arrays.copyOfRange(chunk.bytes, from, to));
        insert.executeUpdate();
        tally.entries += entries;
        tally.bytes += to - from;
    }

    void drop(Session session, long start) throws SQLException {
        try (PreparedStatement drop = session.prepare(dropSql)) {
            drop.setLong(1, start);
            drop.setLong(2, start);
            drop.executeUpdate();
        }
    }

    /** Passes every entry from the start on to the sink, in order; at least {@code atLeast} must exist. */
    void read(Session session, long start, long nextSequence, long atLeast, PackedRow.Entries sink)
            throws SQLException {
        long delivered = 0;
        long last = -1;
        try (PreparedStatement select = session.prepareStreaming(selectSql)) {
            select.setLong(1, start);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    PackedRow packed = new PackedRow(
                            table, row.getLong(1), row.getLong(2), row.getInt(3), row.getLong(4), row.getBytes(5));
                    packed.require(last, nextSequence);
                    last = packed.endSequence() - 1;
                    delivered += packed.deliver(start, sink);
                }
            }
        }
        if (delivered < atLeast) {
            throw CheckpointReader.corrupt(
                    table + " holds " + delivered + " entries from sequence " + start + " on, hl_meta says " + atLeast);
        }
    }

    static long crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return crc.getValue();
    }
}
