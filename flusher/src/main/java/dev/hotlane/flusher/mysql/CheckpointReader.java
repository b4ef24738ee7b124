package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.protocol.Meta;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Streams one consistent snapshot of the checkpoint into a sink and checks that its rows fit together. */
final class CheckpointReader {
    private static final String COUNTERS = "SELECT k, value, version, held, confirmed FROM hl_counter ORDER BY k";
    private static final String HOLDS =
            "SELECT sequence, created_at, expires_at, id, owner, tenant, image FROM hl_hold ORDER BY sequence";

    private CheckpointReader() {}

    static void read(Session session, CheckpointSink sink) throws SQLException {
        CheckpointMeta found = MetaRow.read(session);
        Meta cut = found.cut();
        long next = cut.sequenceBase + cut.nextOffset;
        sink.meta(found.identity(), found.fenceEpoch(), cut);
        counters(session, cut, sink);
        holds(session, cut, next, sink);
        PackedRows.RESOLVED.read(session, cut.resolvedStart, next, cut.holdsResolved, sink::resolved);
        PackedRows.WINDOW.read(session, cut.windowStart, next, cut.windowCount, sink::packed);
    }

    private static void counters(Session session, Meta cut, CheckpointSink sink) throws SQLException {
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

    private static void holds(Session session, Meta cut, long nextSequence, CheckpointSink sink) throws SQLException {
        long found = 0;
        OpenHold hold = new OpenHold();
        try (PreparedStatement select = session.prepareStreaming(HOLDS);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                found++;
                hold.sequence = row.getLong(1);
                if (hold.sequence >= nextSequence) {
                    throw corrupt("hl_hold has a row with sequence " + hold.sequence
                            + ", the next sequence by hl_meta is " + nextSequence);
                }
                hold.createdAt = row.getLong(2);
                hold.expiresAt = row.getLong(3);
                hold.join(row.getBytes(4), row.getBytes(5), row.getBytes(6), row.getBytes(7));
                sink.hold(hold);
            }
        }
        if (found != cut.holdsOpen) {
            throw corrupt("hl_hold has " + found + " rows, hl_meta says " + cut.holdsOpen);
        }
    }

    static FlusherException corrupt(String what) {
        return new FlusherException(
                Reason.CORRUPT_CHECKPOINT,
                "The checkpoint in MySQL contradicts itself: " + what + ". Was a table changed by hand or partly"
                        + " restored? Restore the whole database from one backup, or empty it and replay the whole log.");
    }
}
