package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.MetaColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;

/**
 * The one row of hl_meta: the columns of {@link MetaColumn#ROW}, and the compare-and-set that guards every flush.
 * Without state; a method belongs to the thread of its session.
 */
final class MetaRow {
    private static final String COLUMNS = columns("", ", ");
    private static final String SETS = columns(" = ?", ", ");
    private static final String VALUES = "?, ".repeat(MetaColumn.ROW.size());

    static final String SELECT = "SELECT cluster_id, topic_id, fence_epoch, " + COLUMNS + " FROM hl_meta WHERE id = 1";
    static final String INSERT = "INSERT INTO hl_meta (" + COLUMNS + ", id, cluster_id, topic_id,"
            + " fence_epoch) VALUES (" + VALUES + "1, ?, ?, 0) ON DUPLICATE KEY UPDATE id = 1";
    static final String INSERT_WHOLE = "INSERT INTO hl_meta (" + COLUMNS + ", id, cluster_id, topic_id,"
            + " fence_epoch) VALUES (" + VALUES + "1, ?, ?, ?)";
    static final String COMPARE_AND_SET =
            "UPDATE hl_meta SET " + SETS + " WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ?";
    static final String ANCHOR = "UPDATE hl_meta SET " + SETS + ", cluster_id = ?, topic_id = ?, fence_epoch = ?"
            + " WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ? AND digest = ?";
    private static final String RAISE_FENCE =
            "UPDATE hl_meta SET fence_epoch = ? WHERE id = 1 AND fence_epoch < ? AND topic_id = ?";

    private MetaRow() {}

    private static String columns(String after, String between) {
        return MetaColumn.ROW.stream().map(column -> column.name() + after).collect(Collectors.joining(between));
    }

    /** Reads the row in this session's snapshot. */
    static CheckpointMeta read(Session session) throws SQLException {
        try (PreparedStatement select = session.prepare(SELECT);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new FlusherException(
                        Reason.NO_CHECKPOINT,
                        "hl_meta has no row, so MySQL holds no checkpoint. If this is a new database, start a"
                                + " processor: it makes the row. Otherwise restore the database from a backup.");
            }
            Identity identity = new Identity(row.getString(1), row.getString(2));
            Meta meta = meta(row, 4);
            return new CheckpointMeta(identity, row.getLong(3), meta);
        }
    }

    /** Inserts the row of an empty database; leaves an existing one unchanged. */
    static void insertIfAbsent(Session session, Identity identity) throws SQLException {
        try (PreparedStatement insert = session.prepare(INSERT)) {
            int at = bind(insert, new Meta());
            insert.setString(at, identity.clusterId());
            insert.setString(at + 1, identity.topicId());
            insert.executeUpdate();
        }
    }

    /** Inserts the row of a database that has none; fails if it has one. */
    static void insert(Session session, Identity identity, long fenceEpoch, Meta cut) throws SQLException {
        try (PreparedStatement insert = session.prepare(INSERT_WHOLE)) {
            int at = bind(insert, cut);
            insert.setString(at, identity.clusterId());
            insert.setString(at + 1, identity.topicId());
            insert.setLong(at + 2, fenceEpoch);
            insert.executeUpdate();
        }
    }

    /** Locks the row and moves it to this cut. Returns false if epoch, base or topic is not as expected. */
    static boolean compareAndSet(Session session, Meta cut, long epoch, long base, String topicId) throws SQLException {
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

    /** Binds the columns and returns the next parameter's number. */
    private static int bind(PreparedStatement statement, Meta meta) throws SQLException {
        int at = 1;
        for (MetaColumn column : MetaColumn.ROW) {
            switch (column.form()) {
                case INT64, UINT32 -> statement.setLong(at, column.number(meta));
                case INT32 -> statement.setInt(at, (int) column.number(meta));
                case ID, BYTES -> statement.setBytes(at, column.bytes(meta));
            }
            at++;
        }
        return at;
    }

    private static Meta meta(ResultSet row, int firstColumn) throws SQLException {
        Meta meta = new Meta();
        int at = firstColumn;
        for (MetaColumn column : MetaColumn.ROW) {
            switch (column.form()) {
                case INT64, UINT32 -> column.setNumber(meta, row.getLong(at));
                case INT32 -> column.setNumber(meta, row.getInt(at));
                case ID, BYTES -> column.setBytes(meta, row.getBytes(at));
            }
            at++;
        }
        return meta;
    }
}
