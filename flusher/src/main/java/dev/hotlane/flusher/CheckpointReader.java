package dev.hotlane.flusher;

import dev.hotlane.flusher.FlusherException.Reason;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Streams one consistent snapshot of the checkpoint into a sink and checks that its rows fit together. */
final class CheckpointReader {
    private static final String COUNTERS = "SELECT k, value, version, held, confirmed FROM hl_counter ORDER BY k";
    private static final String WINDOW = "SELECT first_offset, end_offset, entries, crc32c, data FROM hl_window"
            + " WHERE end_offset > ? ORDER BY first_offset";

    private CheckpointReader() {}

    static void read(Session session, CheckpointSink sink) throws SQLException {
        MetaRow meta = MetaRow.read(session);
        sink.meta(meta.identity, meta.fenceEpoch, meta.cut);
        counters(session, meta.cut, sink);
        window(session, meta.cut, sink);
    }

    private static void counters(Session session, Cut cut, CheckpointSink sink) throws SQLException {
        long found = 0;
        try (PreparedStatement select = session.prepareStreaming(COUNTERS);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                found++;
                sink.counter(row.getBytes(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
            }
        }
        if (found != cut.counters) {
            throw corrupt("hl_counter has " + found + " rows, hl_meta says " + cut.counters);
        }
    }

    private static void window(Session session, Cut cut, CheckpointSink sink) throws SQLException {
        long delivered = 0;
        long end = Long.MIN_VALUE;
        try (PreparedStatement select = session.prepareStreaming(WINDOW)) {
            select.setLong(1, cut.windowStart);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    PackedRow packed = new PackedRow(
                            row.getLong(1), row.getLong(2), row.getInt(3), row.getLong(4), row.getBytes(5));
                    packed.require(end, cut.nextOffset);
                    end = packed.endOffset();
                    delivered += packed.deliver(cut.windowStart, sink);
                }
            }
        }
        if (delivered < cut.windowCount) {
            throw corrupt("hl_window holds " + delivered + " entries from offset " + cut.windowStart
                    + " on, hl_meta says " + cut.windowCount);
        }
    }

    static FlusherException corrupt(String what) {
        return new FlusherException(
                Reason.CORRUPT_CHECKPOINT,
                "The checkpoint in MySQL contradicts itself: " + what + ". Was a table changed by hand or partly"
                        + " restored? Restore the whole database from one backup, or empty it and replay the whole log.");
    }
}
