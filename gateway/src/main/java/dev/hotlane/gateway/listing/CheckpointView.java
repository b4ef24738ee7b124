package dev.hotlane.gateway.listing;

import com.mysql.cj.jdbc.Driver;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.view.CheckpointCounters;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewRows;
import dev.hotlane.protocol.ViewRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every counter of the checkpoint in MySQL, and the offset of all of them, in one snapshot. Connects for each load.
 * Thread {@code view-table}.
 */
public final class CheckpointView implements CheckpointCounters {
    private static final Logger log = LoggerFactory.getLogger(CheckpointView.class);

    /** Longest silence of MySQL within a load. */
    private static final String SILENCE_MAX_MS = "10000";

    private static final String META =
            "SELECT topic_id, sequence_base, state_epoch, next_offset, log_time FROM hl_meta WHERE id = 1";
    private static final String COUNTERS = "SELECT k, value, version, held, confirmed FROM hl_counter";

    private final Source source;

    /** Connects to the database of the checkpoint. */
    @FunctionalInterface
    public interface Source {
        /** A new connection, which the caller closes. */
        Connection open() throws SQLException;
    }

    /** Of this database. */
    public CheckpointView(MySqlSettings settings) {
        this(() -> open(settings));
    }

    /** Of the database that {@code source} connects to. */
    public CheckpointView(Source source) {
        this.source = source;
    }

    @Override
    public ViewCut load(ViewRows rows) {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            // Autocommit is on, so that these words alone begin and end the snapshot.
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            ViewCut cut = cut(statement);
            if (cut != null) {
                counters(connection, rows);
            }
            statement.execute("COMMIT");
            return cut;
        } catch (SQLException e) {
            log.debug("the checkpoint can't be read", e);
            return null;
        }
    }

    private static ViewCut cut(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(META)) {
            if (!row.next()) {
                return null;
            }
            long base = row.getLong(2);
            return new ViewCut(
                    ViewRecord.topicHash(row.getString(1)),
                    base,
                    row.getLong(3),
                    ViewCut.UNKNOWN,
                    base + row.getLong(4) - 1,
                    row.getLong(5));
        }
    }

    private static void counters(Connection connection, ViewRows rows) throws SQLException {
        try (Statement streaming = connection.createStatement()) {
            // Connector/J's word for one row at a time.
            streaming.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet row = streaming.executeQuery(COUNTERS)) {
                while (row.next()) {
                    byte[] key = row.getBytes(1);
                    rows.add(key, key.length, row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
                }
            }
        }
    }

    private static Connection open(MySqlSettings settings) throws SQLException {
        Properties properties = new Properties();
        if (!settings.user().isEmpty()) {
            properties.setProperty("user", settings.user());
            properties.setProperty("password", settings.password());
        }
        properties.setProperty("connectTimeout", "2000");
        properties.setProperty("socketTimeout", SILENCE_MAX_MS);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("characterEncoding", "UTF-8");
        return new Driver().connect(settings.jdbcUrl(), properties);
    }
}
