package dev.hotlane.flusher;

import dev.hotlane.flusher.FlusherException.Reason;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The one row of hl_meta: the columns of a {@link Cut}, and the compare-and-set that guards every flush. */
final class MetaRow {
    private static final String CUT_COLUMNS = "next_offset, sequence_base, state_epoch, leader, log_time, ceiling,"
            + " horizon, digest, last_tick_offset, last_tick_digest, last_tick_wall_clock, window_start, window_count,"
            + " counters, open_holds, resolved_start, resolved_count, rules_version, rules, last_leader_epoch, last_timestamp, last_crc";
    private static final int CUT_COLUMN_COUNT = 22;
    private static final String SELECT =
            "SELECT cluster_id, topic_id, fence_epoch, " + CUT_COLUMNS + " FROM hl_meta WHERE id = 1";
    private static final String INSERT = "INSERT INTO hl_meta (" + CUT_COLUMNS + ", id, cluster_id, topic_id,"
            + " fence_epoch) VALUES (" + "?, ".repeat(CUT_COLUMN_COUNT) + "1, ?, ?, 0)"
            + " ON DUPLICATE KEY UPDATE id = 1";
    private static final String INSERT_WHOLE = "INSERT INTO hl_meta (" + CUT_COLUMNS + ", id, cluster_id, topic_id,"
            + " fence_epoch) VALUES (" + "?, ".repeat(CUT_COLUMN_COUNT) + "1, ?, ?, ?)";
    private static final String COMPARE_AND_SET = "UPDATE hl_meta SET " + CUT_COLUMNS.replace(",", " = ?,")
            + " = ? WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ?";
    private static final String ANCHOR = "UPDATE hl_meta SET " + CUT_COLUMNS.replace(",", " = ?,")
            + " = ?, cluster_id = ?, topic_id = ?, fence_epoch = ?"
            + " WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ? AND digest = ?";
    private static final String RAISE_FENCE =
            "UPDATE hl_meta SET fence_epoch = ? WHERE id = 1 AND fence_epoch < ? AND topic_id = ?";

    final Identity identity;
    final long fenceEpoch;
    final Cut cut;

    private MetaRow(Identity identity, long fenceEpoch, Cut cut) {
        this.identity = identity;
        this.fenceEpoch = fenceEpoch;
        this.cut = cut;
    }

    /** Reads the row in this session's snapshot. */
    static MetaRow read(Session session) throws SQLException {
        try (PreparedStatement select = session.prepare(SELECT);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new FlusherException(
                        Reason.NO_CHECKPOINT,
                        "hl_meta has no row, so MySQL holds no checkpoint. If this is a new database, start a"
                                + " processor: it makes the row. Otherwise restore the database from a backup.");
            }
            Identity identity = new Identity(row.getString(1), row.getString(2));
            return new MetaRow(identity, row.getLong(3), readCut(row, 4));
        }
    }

    /** Inserts the row of an empty database; leaves an existing one unchanged. */
    static void insertIfAbsent(Session session, Identity identity) throws SQLException {
        try (PreparedStatement insert = session.prepare(INSERT)) {
            int at = bind(insert, new Cut());
            insert.setString(at, identity.clusterId());
            insert.setString(at + 1, identity.topicId());
            insert.executeUpdate();
        }
    }

    /** Inserts the row of a database that has none; fails if it has one. */
    static void insert(Session session, Identity identity, long fenceEpoch, Cut cut) throws SQLException {
        try (PreparedStatement insert = session.prepare(INSERT_WHOLE)) {
            int at = bind(insert, cut);
            insert.setString(at, identity.clusterId());
            insert.setString(at + 1, identity.topicId());
            insert.setLong(at + 2, fenceEpoch);
            insert.executeUpdate();
        }
    }

    /** Locks the row and moves it to this cut. Returns false if epoch, base or topic is not as expected. */
    static boolean compareAndSet(Session session, Cut cut, long epoch, long base, String topicId) throws SQLException {
        try (PreparedStatement update = session.prepare(COMPARE_AND_SET)) {
            int at = bind(update, cut);
            update.setLong(at, epoch);
            update.setLong(at + 1, base);
            update.setString(at + 2, topicId);
            return update.executeUpdate() == 1;
        }
    }

    /** Moves the row to another log. Returns false if it is not as it was read. */
    static boolean anchor(Session session, CheckpointMeta from, CheckpointMeta to) throws SQLException {
        try (PreparedStatement update = session.prepare(ANCHOR)) {
            int at = bind(update, to.cut());
            update.setString(at, to.identity().clusterId());
            update.setString(at + 1, to.identity().topicId());
            update.setLong(at + 2, to.fenceEpoch());
            update.setLong(at + 3, from.fenceEpoch());
            update.setLong(at + 4, from.cut().nextOffset);
            update.setString(at + 5, from.identity().topicId());
            update.setLong(at + 6, from.cut().digest);
            return update.executeUpdate() == 1;
        }
    }

    /** Raises the fence and locks the row; changes nothing if the fence is as high already. */
    static void raiseFence(Session session, long epoch, String topicId) throws SQLException {
        try (PreparedStatement update = session.prepare(RAISE_FENCE)) {
            update.setLong(1, epoch);
            update.setLong(2, epoch);
            update.setString(3, topicId);
            update.executeUpdate();
        }
    }

    void requireTopic(String topicId) {
        if (!identity.topicId().equals(topicId)) {
            throw new FlusherException(
                    Reason.WRONG_TOPIC,
                    "The checkpoint in MySQL belongs to topic id " + identity.topicId() + ", this process reads "
                            + topicId + ". Point it at the right database, or re-anchor the checkpoint.");
        }
    }

    /** Binds the columns of the cut and returns the next parameter's number. */
    private static int bind(PreparedStatement statement, Cut cut) throws SQLException {
        int at = 1;
        statement.setLong(at++, cut.nextOffset);
        statement.setLong(at++, cut.sequenceBase);
        statement.setLong(at++, cut.stateEpoch);
        byte[] leader = new byte[16];
        ByteBuffer.wrap(leader).putLong(cut.leaderHigh).putLong(cut.leaderLow);
        statement.setBytes(at++, leader);
        statement.setLong(at++, cut.logTime);
        statement.setLong(at++, cut.ceiling);
        statement.setLong(at++, cut.horizon);
        statement.setLong(at++, cut.digest);
        statement.setLong(at++, cut.lastTickOffset);
        statement.setLong(at++, cut.lastTickDigest);
        statement.setLong(at++, cut.lastTickWallClock);
        statement.setLong(at++, cut.windowStart);
        statement.setLong(at++, cut.windowCount);
        statement.setLong(at++, cut.counters);
        statement.setLong(at++, cut.openHolds);
        statement.setLong(at++, cut.resolvedStart);
        statement.setLong(at++, cut.resolvedCount);
        statement.setInt(at++, cut.rulesVersion);
        statement.setBytes(at++, cut.rules);
        statement.setInt(at++, cut.lastLeaderEpoch);
        statement.setLong(at++, cut.lastTimestamp);
        statement.setLong(at++, Integer.toUnsignedLong(cut.lastCrc));
        assert at == CUT_COLUMN_COUNT + 1;
        return at;
    }

    private static Cut readCut(ResultSet row, int firstColumn) throws SQLException {
        int at = firstColumn;
        Cut cut = new Cut();
        cut.nextOffset = row.getLong(at++);
        cut.sequenceBase = row.getLong(at++);
        cut.stateEpoch = row.getLong(at++);
        ByteBuffer leader = ByteBuffer.wrap(row.getBytes(at++));
        cut.leaderHigh = leader.getLong();
        cut.leaderLow = leader.getLong();
        cut.logTime = row.getLong(at++);
        cut.ceiling = row.getLong(at++);
        cut.horizon = row.getLong(at++);
        cut.digest = row.getLong(at++);
        cut.lastTickOffset = row.getLong(at++);
        cut.lastTickDigest = row.getLong(at++);
        cut.lastTickWallClock = row.getLong(at++);
        cut.windowStart = row.getLong(at++);
        cut.windowCount = row.getLong(at++);
        cut.counters = row.getLong(at++);
        cut.openHolds = row.getLong(at++);
        cut.resolvedStart = row.getLong(at++);
        cut.resolvedCount = row.getLong(at++);
        cut.rulesVersion = row.getInt(at++);
        cut.rules = row.getBytes(at++);
        cut.lastLeaderEpoch = row.getInt(at++);
        cut.lastTimestamp = row.getLong(at++);
        cut.lastCrc = (int) row.getLong(at++);
        assert at == firstColumn + CUT_COLUMN_COUNT;
        return cut;
    }
}
