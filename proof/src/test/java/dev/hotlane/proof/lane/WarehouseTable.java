package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** The table that a sink fills, by docs/examples/feed/warehouse.sql, in a database of its own. One thread. */
final class WarehouseTable {
    private static final Path EXAMPLE = Path.of("../docs/examples/feed/warehouse.sql");
    private static final String WAREHOUSE =
            "SELECT `key`, CONCAT_WS(' ', value, held, confirmed, version) FROM counters";
    private static final String CHECKPOINT =
            "SELECT CONVERT(k USING utf8mb4), CONCAT_WS(' ', value, held, confirmed, version) FROM hl_counter";

    private final Lane lane;
    private final String url;

    /** Makes the table. */
    WarehouseTable(Lane lane) throws SQLException, IOException {
        this.lane = lane;
        String database = lane.name() + "_warehouse";
        lane.stack().createDatabase(database);
        url = lane.stack().jdbcUrl(database);
        try (Connection connection = connection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(Files.readString(EXAMPLE));
        }
    }

    /** Where the sink's connection goes: lines of its properties. */
    Map<String, String> connectorLines() {
        return Map.of(
                "name", lane.name(),
                "topics", lane.name() + ".counters",
                "connection.url", url,
                "connection.username", lane.stack().user(),
                "connection.password", lane.stack().password());
    }

    /** Value, held, confirmed and version by key, as the sink wrote them. */
    Map<String, String> rows() throws SQLException {
        return read(url, WAREHOUSE);
    }

    /** The same, as the processor wrote them. */
    Map<String, String> checkpoint() throws SQLException {
        return read(lane.jdbcUrl(), CHECKPOINT);
    }

    private Map<String, String> read(String database, String query) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (Connection connection = connection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getString(2));
            }
        }
        return found;
    }

    private Connection connection(String database) throws SQLException {
        return DriverManager.getConnection(
                database, lane.stack().user(), lane.stack().password());
    }
}
