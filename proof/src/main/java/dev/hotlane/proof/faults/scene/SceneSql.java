package dev.hotlane.proof.faults.scene;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The operator's hand in the database of a lane, with all rights. Any thread. */
public final class SceneSql {
    private final Scene scene;

    /** On the database of that lane. */
    public SceneSql(Scene scene) {
        this.scene = scene;
    }

    /** An open connection, the caller's to close. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                scene.stack().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password());
    }

    /** Runs statements, each committed; gives the rows that the last one changed. */
    public int run(String... statements) throws SQLException {
        int changed = 0;
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                changed = statement.executeUpdate(sql);
            }
        }
        return changed;
    }

    /** The number in the first column of the first row. */
    public long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                throw new RowFailure("no row: " + query);
            }
            return row.getLong(1);
        }
    }

    /** The offset that the checkpoint stands at. */
    public long offset() throws SQLException {
        return number("SELECT next_offset FROM hl_meta");
    }
}
