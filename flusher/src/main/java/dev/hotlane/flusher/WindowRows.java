package dev.hotlane.flusher;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Writes the packed entries of a batch and drops those that have left the window. Owned by the writer thread. */
final class WindowRows {
    /** Rows dropped per flush: far more than a flush adds, and still a short transaction. */
    private static final int DROP_MAX = 256;

    private static final String INSERT =
            "INSERT INTO hl_window (first_offset, end_offset, entries, crc32c, data) VALUES (?, ?, ?, ?, ?)";
    // A row below the window starts below it too: that keeps the scan to the first few rows of the primary key.
    private static final String DROP = "DELETE FROM hl_window WHERE first_offset < ? AND end_offset <= ?"
            + " ORDER BY first_offset LIMIT " + DROP_MAX;

    /** Writes every entry at or above base, in rows that fit into a packet, and adds them to the tally. */
    static void write(Session session, PackedChunks packed, long base, Tally tally) throws SQLException {
        int bytesMax = Math.min(PackedChunk.BYTES_MAX, session.payloadBytesMax());
        try (PreparedStatement insert = session.prepare(INSERT)) {
            for (PackedChunk chunk : packed.chunks) {
                int from = chunk.startOf(base);
                while (from < chunk.length) {
                    int to = chunk.endOfRun(from, bytesMax);
                    writeRow(insert, chunk, from, to, tally);
                    from = to;
                }
            }
        }
    }

    private static void writeRow(PreparedStatement insert, PackedChunk chunk, int from, int to, Tally tally)
            throws SQLException {
        int entries = 0;
        long lastOffset = 0;
        for (int at = from; at < to; at = PackedChunk.next(chunk.bytes, at)) {
            lastOffset = PackedChunk.offsetAt(chunk.bytes, at);
            entries++;
        }
        insert.setLong(1, PackedChunk.offsetAt(chunk.bytes, from));
        insert.setLong(2, lastOffset + 1);
        insert.setInt(3, entries);
        insert.setLong(4, crc(chunk.bytes, from, to));
        insert.setBytes(5, Arrays.copyOfRange(chunk.bytes, from, to));
        insert.executeUpdate();
        tally.entries += entries;
        tally.bytes += to - from;
    }

    static void drop(Session session, long windowStart) throws SQLException {
        try (PreparedStatement drop = session.prepare(DROP)) {
            drop.setLong(1, windowStart);
            drop.setLong(2, windowStart);
            drop.executeUpdate();
        }
    }

    static long crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return crc.getValue();
    }

    private WindowRows() {}
}
