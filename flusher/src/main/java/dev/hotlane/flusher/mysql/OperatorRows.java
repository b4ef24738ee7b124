package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.Meta;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** hl_history and hl_snapshot: what operators did, and the limit of the leader's retention. Without state. */
final class OperatorRows {
    private static final String HISTORY = "INSERT INTO hl_history (what, who, cluster_id, topic_id, next_offset,"
            + " sequence_base, digest, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SNAPSHOT = "INSERT INTO hl_snapshot (cluster_id, topic_id, next_offset, digest, file)"
            + " VALUES (?, ?, ?, ?, ?) AS new ON DUPLICATE KEY UPDATE file = new.file, digest = new.digest,"
            + " taken_at = CURRENT_TIMESTAMP(3)";
    private static final String UNLIST =
            "DELETE FROM hl_snapshot WHERE cluster_id = ? AND topic_id = ? AND next_offset > ?";
    private static final String NEWEST =
            "SELECT MAX(next_offset) FROM hl_snapshot WHERE cluster_id = ? AND topic_id = ?";

    private static final String AGE =
            "SELECT TIMESTAMPDIFF(MICROSECOND, taken_at, CURRENT_TIMESTAMP(3)) FROM hl_snapshot"
                    + " WHERE cluster_id = ? AND topic_id = ? ORDER BY next_offset DESC LIMIT 1";

    private OperatorRows() {}

    static void history(Session session, String what, String who, Identity identity, Meta cut, String note)
            throws SQLException {
        try (PreparedStatement insert = session.prepare(HISTORY)) {
            insert.setString(1, what);
            insert.setString(2, who);
            insert.setString(3, identity.clusterId());
            insert.setString(4, identity.topicId());
            insert.setLong(5, cut.nextOffset);
            insert.setLong(6, cut.sequenceBase);
            insert.setLong(7, cut.digest);
            insert.setString(8, note);
            insert.executeUpdate();
        }
    }

    static void snapshot(Session session, Identity identity, Meta cut, String file) throws SQLException {
        try (PreparedStatement insert = session.prepare(SNAPSHOT)) {
            insert.setString(1, identity.clusterId());
            insert.setString(2, identity.topicId());
            insert.setLong(3, cut.nextOffset);
            insert.setLong(4, cut.digest);
            insert.setString(5, file);
            insert.executeUpdate();
        }
    }

    /** Unlists the snapshots of that log above that offset. */
    static void unlistAbove(Session session, Identity identity, long nextOffset) throws SQLException {
        try (PreparedStatement delete = session.prepare(UNLIST)) {
            delete.setString(1, identity.clusterId());
            delete.setString(2, identity.topicId());
            delete.setLong(3, nextOffset);
            delete.executeUpdate();
        }
    }

    /** Age of the newest snapshot of that log in seconds, +Inf for none. */
    static double snapshotAgeSeconds(Session session, Identity identity) throws SQLException {
        try (PreparedStatement select = session.prepare(AGE)) {
            select.setString(1, identity.clusterId());
            select.setString(2, identity.topicId());
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getLong(1) / 1e6 : Double.POSITIVE_INFINITY;
            }
        }
    }

    /** Offset of the newest snapshot of that log, -1 for none. */
    static long newestSnapshot(Session session, Identity identity) throws SQLException {
        try (PreparedStatement select = session.prepare(NEWEST)) {
            select.setString(1, identity.clusterId());
            select.setString(2, identity.topicId());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                long newest = row.getLong(1);
                return row.wasNull() ? -1 : newest;
            }
        }
    }
}
