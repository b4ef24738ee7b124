package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A table of every change of every counter, hl_change, in a database without a checkpoint, and the position up to which
 * it is complete. Rows and position are written in one transaction ({@link ChangeTransaction}), so that each change is
 * there once, also if processes are killed or several of them write. After a failure the next call connects again. One
 * thread; throws {@link FlusherException}.
 */
public final class HistoryTable implements AutoCloseable {
    static final String TABLE = "hl_change";
    static final String POSITION = "hl_change_position";

    private static final String CREATE_TABLE = "CREATE TABLE IF NOT EXISTS " + TABLE + " ("
            + "sequence BIGINT NOT NULL COMMENT 'of the record that changed the counter',"
            + "k VARBINARY(" + DirtyMap.KEY_BYTES_MAX + ") NOT NULL COMMENT 'UTF-8 bytes of the key',"
            + "value_before BIGINT NULL COMMENT 'NULL: the counter was absent',"
            + "value BIGINT NULL COMMENT 'NULL: the counter is gone',"
            + "held BIGINT NOT NULL,"
            + "confirmed BIGINT NOT NULL,"
            + "version BIGINT NOT NULL COMMENT 'negative: a token bucket; 0: gone',"
            + "log_time BIGINT NOT NULL COMMENT 'T, epoch ms of the log clock',"
            + "kind VARCHAR(16) NOT NULL,"
            + "command_id VARBINARY(" + OpenHold.ID_BYTES_MAX + ") NULL COMMENT 'of an expiry: of the reservation',"
            + "tenant VARBINARY(" + OpenHold.TENANT_BYTES_MAX + ") NOT NULL,"
            + "PRIMARY KEY (sequence, k)"
            + ") ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin"
            + " COMMENT = 'every change of every counter, once'";

    private static final String CREATE_POSITION = "CREATE TABLE IF NOT EXISTS " + POSITION + " ("
            + "id TINYINT NOT NULL,"
            + "cluster_id VARCHAR(64) NOT NULL COMMENT 'of the log that the rows come from',"
            + "topic_id VARCHAR(64) NOT NULL,"
            + "sequence_base BIGINT NOT NULL COMMENT 'added to an offset of that log, gives the sequence',"
            + "first_sequence BIGINT NOT NULL COMMENT 'the changes before it are not in hl_change',"
            + "next_sequence BIGINT NOT NULL COMMENT 'nor are those from it on, yet',"
            + "log_time BIGINT NOT NULL COMMENT 'T before next_sequence, epoch ms of the log clock',"
            + "digest BIGINT NOT NULL COMMENT 'of the state before next_sequence',"
            + "PRIMARY KEY (id)"
            + ") ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin"
            + " COMMENT = 'how far hl_change is complete'";

    private static final String READ =
            "SELECT cluster_id, topic_id, sequence_base, next_sequence, log_time, digest FROM " + POSITION
                    + " WHERE id = 1";
    private static final String INSERT = "INSERT IGNORE INTO " + POSITION
            + " (id, cluster_id, topic_id, sequence_base, first_sequence, next_sequence, log_time, digest)"
            + " VALUES (1, ?, ?, ?, ?, ?, ?, ?)";

    private final FlushSettings settings;
    private final SessionKeeper sessions;

    private HistoryTable(FlushSettings settings) {
        this.settings = settings;
        sessions = new SessionKeeper(settings, Session::forProjection);
    }

    /**
     * Creates the two tables unless they are there.
     *
     * @throws FlusherException if MySQL is away, unfit, or has a checkpoint in this database
     */
    public static HistoryTable open(FlushSettings settings) {
        HistoryTable table = new HistoryTable(settings);
        table.with(session -> {
            if (ServerChecks.has(session, "hl_meta")) {
                throw new FlusherException(
                        Reason.NOT_EMPTY,
                        "The database of " + settings.mysql().urlForPeople()
                                + " has a checkpoint (hl_meta). A table of changes must not stand beside one, which it"
                                + " would slow down: give it a database of its own.");
            }
            session.execute(CREATE_TABLE);
            session.execute(CREATE_POSITION);
            session.commit();
            return null;
        });
        return table;
    }

    /** The position; empty before {@link #initialize}. */
    public Optional<HistoryPosition> position() {
        return with(session -> {
            HistoryPosition position = read(session);
            session.commit();
            return Optional.ofNullable(position);
        });
    }

    /** Sets the first position unless there is one; returns the stored one. */
    public HistoryPosition initialize(HistoryPosition first) {
        return with(session -> {
            try (PreparedStatement statement = session.prepare(INSERT)) {
                statement.setString(1, first.identity().clusterId());
                statement.setString(2, first.identity().topicId());
                statement.setLong(3, first.base());
                statement.setLong(4, first.next());
                statement.setLong(5, first.next());
                statement.setLong(6, first.time());
                statement.setLong(7, first.digest());
                statement.executeUpdate();
            }
            session.commit();
            HistoryPosition stored = read(session);
            session.commit();
            return stored;
        });
    }

    private static HistoryPosition read(Session session) throws SQLException {
        try (PreparedStatement statement = session.prepare(READ);
                ResultSet row = statement.executeQuery()) {
            return !row.next()
                    ? null
                    : new HistoryPosition(
                            new Identity(row.getString(1), row.getString(2)),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6));
        }
    }

    /** Begins a transaction; close it before any other call. */
    public ChangeTransaction begin() {
        return with(session -> new ChangeTransaction(this, session));
    }

    private <T> T with(Work<T> work) {
        return guarded(() -> work.in(sessions.connected()));
    }

    /** Calls MySQL; after a failure the session is closed, which rolls its transaction back. */
    <T> T guarded(Call<T> call) {
        boolean done = false;
        try {
            T result = call.call();
            done = true;
            return result;
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        } finally {
            if (!done) {
                sessions.hangUp();
            }
        }
    }

    private interface Work<T> {
        T in(Session session) throws SQLException;
    }

    /** A call of MySQL. */
    interface Call<T> {
        T call() throws SQLException;
    }

    /** Rolls back and disconnects. */
    @Override
    public void close() {
        sessions.hangUp();
    }
}
