package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.Meta;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements on hl_snapshot: which snapshots there are, and which of them a drill has proven. Without state. */
final class SnapshotRows {
    private static final String OF_LOG = " FROM hl_snapshot WHERE cluster_id = ? AND topic_id = ?";

    // A snapshot of the same offset is another file: nothing is proven of it.
    private static final String TAKEN = "INSERT INTO hl_snapshot (cluster_id, topic_id, next_offset, digest, file)"
            + " VALUES (?, ?, ?, ?, ?) AS new ON DUPLICATE KEY UPDATE file = new.file, digest = new.digest,"
            + " taken_at = CURRENT_TIMESTAMP(3), proven_at = NULL";
    private static final String PROVEN = "UPDATE hl_snapshot SET proven_at = CURRENT_TIMESTAMP(3)"
            + " WHERE cluster_id = ? AND topic_id = ? AND next_offset = ? AND digest = ?";
    private static final String UNLIST = "DELETE" + OF_LOG + " AND next_offset > ?";
    private static final String UNLIST_ONE =
            "DELETE" + OF_LOG + " AND next_offset = ? AND (proven_at IS NULL OR next_offset < ?)";
    private static final String NEWEST = "SELECT MAX(next_offset)" + OF_LOG;
    private static final String NEWEST_PROVEN =
            "SELECT MAX(next_offset)" + OF_LOG + " AND proven_at IS NOT NULL AND next_offset < ?";
    private static final String AGE =
            "SELECT TIMESTAMPDIFF(MICROSECOND, taken_at, CURRENT_TIMESTAMP(3))" + OF_LOG + " AND next_offset = ?";
    private static final String FIND = "SELECT next_offset, digest, file" + OF_LOG + " AND next_offset = ?";

    private SnapshotRows() {}

    private static PreparedStatement of(Session session, String sql, Identity log, long... more) throws SQLException {
        PreparedStatement statement = session.prepare(sql);
        statement.setString(1, log.clusterId());
        statement.setString(2, log.topicId());
        for (int i = 0; i < more.length; i++) {
            statement.setLong(3 + i, more[i]);
        }
        return statement;
    }

    /** Lists a snapshot; one of the same offset is replaced, and counts as not proven. */
    static void taken(Session session, Identity log, Meta cut, String file) throws SQLException {
        try (PreparedStatement insert = of(session, TAKEN, log, cut.nextOffset, cut.digest)) {
            insert.setString(5, file);
            insert.executeUpdate();
        }
    }

    /** Marks a snapshot as proven; false if none of that offset and digest is listed. */
    static boolean proven(Session session, Identity log, Meta cut) throws SQLException {
        try (PreparedStatement update = of(session, PROVEN, log, cut.nextOffset, cut.digest)) {
            return update.executeUpdate() == 1;
        }
    }

    /** Unlists the snapshots of that log above that offset. */
    static void unlistAbove(Session session, Identity log, long nextOffset) throws SQLException {
        try (PreparedStatement delete = of(session, UNLIST, log, nextOffset)) {
            delete.executeUpdate();
        }
    }

    /** Unlists one snapshot, unless it is one of the two newest proven ones. One statement: a drill may prove it meanwhile. */
    static void unlist(Session session, Identity log, long nextOffset) throws SQLException {
        try (PreparedStatement delete = of(session, UNLIST_ONE, log, nextOffset, retained(session, log))) {
            delete.executeUpdate();
        }
    }

    /** Offset of the second-newest proven snapshot of that log, -1 if fewer than two are proven. */
    static long retained(Session session, Identity log) throws SQLException {
        long newest = newestProven(session, log, Long.MAX_VALUE);
        return newest < 0 ? -1 : newestProven(session, log, newest);
    }

    /** Offset of the newest proven snapshot below that offset, -1 for none. */
    static long newestProven(Session session, Identity log, long below) throws SQLException {
        return greatest(session, NEWEST_PROVEN, log, below);
    }

    /** Offset of the newest snapshot of that log, -1 for none. */
    static long newest(Session session, Identity log) throws SQLException {
        return greatest(session, NEWEST, log);
    }

    private static long greatest(Session session, String sql, Identity log, long... more) throws SQLException {
        try (PreparedStatement select = of(session, sql, log, more);
                ResultSet row = select.executeQuery()) {
            row.next();
            long found = row.getLong(1);
            return row.wasNull() ? -1 : found;
        }
    }

    /** Seconds since the snapshot of that offset was taken, by MySQL's clock; +Inf if it is not listed. */
    static double ageSeconds(Session session, Identity log, long nextOffset) throws SQLException {
        try (PreparedStatement select = of(session, AGE, log, nextOffset);
                ResultSet found = select.executeQuery()) {
            return found.next() ? found.getLong(1) / 1e6 : Double.POSITIVE_INFINITY;
        }
    }

    /** The rows of those offsets that are listed, in that order. */
    static List<ListedSnapshot> find(Session session, Identity log, long... offsets) throws SQLException {
        List<ListedSnapshot> found = new ArrayList<>();
        for (long offset : offsets) {
            try (PreparedStatement select = of(session, FIND, log, offset);
                    ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    found.add(new ListedSnapshot(row.getLong(1), row.getLong(2), row.getString(3)));
                }
            }
        }
        return found;
    }
}
