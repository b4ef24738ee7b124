package dev.hotlane.proof.faults.scene;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** SQL as an operator runs it in a lane's database, with all rights. Any thread. */
public final class SceneSql {
    private final Scene scene;

    /** @param scene whose lane's database it uses */
    public SceneSql(Scene scene) {
        this.scene = scene;
    }

    /** Opens a connection, which the caller closes. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                scene.stack().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password());
    }

    /** Runs statements and commits each; returns the rows that the last one changed. */
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

    /** Offset of the checkpoint. */
    public long offset() throws SQLException {
        return number("SELECT next_offset FROM hl_meta");
    }
}
