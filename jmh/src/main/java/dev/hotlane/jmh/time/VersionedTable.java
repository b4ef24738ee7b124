package dev.hotlane.jmh.time;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.LogFiller;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A system-versioned table of MariaDB: one counter a row, one update a version. How many updates a second it takes with
 * versions and without, how long the past takes to read, and how many bytes it has. What it reads of the past is compared
 * with what was written. One thread.
 */
final class VersionedTable {
    private static final int UPDATES_AT_ONCE = 1_000;
    private static final int ROWS_AT_ONCE = 10_000;
    private static final int READS = 101;
    private static final int SCANS = 3;
    private static final long SEED = 1;
    private static final double BYTES_PER_MB = 1e6;
    private static final String PLAIN = "plain";
    private static final String VERSIONED = "versioned";

    private final PastSizes sizes;
    private final TimeFigures figures;
    private final int[] values;
    private int[] valuesThen = {};
    private String then = "";

    VersionedTable(PastSizes sizes, TimeFigures figures) {
        this.sizes = sizes;
        this.figures = figures;
        values = new int[sizes.keys()];
    }

    /** Measures, on a server whose files are under that directory; says so where none is installed. */
    void measure(Path under) throws IOException, SQLException {
        String lacks = MariaDb.lacks();
        if (!lacks.isEmpty()) {
            figures.row("MariaDB", "not measured: %s", lacks);
            return;
        }
        figures.row("MariaDB", "%s", MariaDb.version());
        try (MariaDb server = MariaDb.start(under);
                Connection connection = server.connect()) {
            connection.setAutoCommit(false);
            double plain = updates(connection, PLAIN, "");
            double versioned = updates(connection, VERSIONED, " WITH SYSTEM VERSIONING");
            figures.row(
                    "  updates a second",
                    "%,.0f with versions, %,.0f without: %.2f; %,d updates of %,d keys, %,d a transaction",
                    versioned,
                    plain,
                    versioned / plain,
                    sizes.updates(),
                    sizes.keys(),
                    UPDATES_AT_ONCE);
            oneKey(connection);
            wholeTable(connection);
            long now = server.bytes(PLAIN);
            long past = server.bytes(VERSIONED);
            figures.row(
                    "  bytes",
                    "%,.0f MB with versions, %,.0f MB without: %.0f a version",
                    past / BYTES_PER_MB,
                    now / BYTES_PER_MB,
                    (past - now) / (double) sizes.updates());
        }
    }

    /** Makes a table of all keys with 0, then adds 1 to one key after the other. Returns updates a second. */
    private double updates(Connection connection, String table, String options) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table
                    + " (k VARBINARY(200) NOT NULL PRIMARY KEY, value BIGINT NOT NULL) ENGINE = InnoDB" + options);
        }
        try (PreparedStatement row =
                connection.prepareStatement("INSERT INTO " + table + " (k, value) VALUES (?, 0)")) {
            for (int i = 0; i < sizes.keys(); i++) {
                row.setString(1, LogFiller.key(i));
                row.addBatch();
                if (i % ROWS_AT_ONCE == ROWS_AT_ONCE - 1 || i == sizes.keys() - 1) {
                    row.executeBatch();
                    connection.commit();
                }
            }
        }
        Arrays.fill(values, 0);
        SplittableRandom random = new SplittableRandom(SEED);
        long begin = System.nanoTime();
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET value = value + 1 WHERE k = ?")) {
            for (int i = 0; i < sizes.updates(); i++) {
                if (i == sizes.updates() / 2) {
                    send(connection, update);
                    mark(connection);
                }
                int key = random.nextInt(sizes.keys());
                values[key]++;
                update.setString(1, LogFiller.key(key));
                update.addBatch();
                if (i % UPDATES_AT_ONCE == UPDATES_AT_ONCE - 1) {
                    send(connection, update);
                }
            }
            send(connection, update);
        }
        return sizes.updates() / TimeFigures.secondsSince(begin);
    }

    private static void send(Connection connection, PreparedStatement update) throws SQLException {
        update.executeBatch();
        connection.commit();
    }

    /** Between two transactions. */
    private void mark(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet now = statement.executeQuery("SELECT CAST(SYSDATE(6) AS CHAR)")) {
            now.next();
            then = now.getString(1);
        }
        valuesThen = values.clone();
    }

    private void oneKey(Connection connection) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        double[] millis = new double[READS];
        boolean right = true;
        try (PreparedStatement read = connection.prepareStatement(
                "SELECT value FROM " + VERSIONED + " FOR SYSTEM_TIME AS OF TIMESTAMP '" + then + "' WHERE k = ?")) {
            for (int i = 0; i < READS; i++) {
                int key = random.nextInt(sizes.keys());
                read.setString(1, LogFiller.key(key));
                long begin = System.nanoTime();
                try (ResultSet row = read.executeQuery()) {
                    right &= row.next() && row.getLong(1) == valuesThen[key] && !row.next();
                }
                millis[i] = TimeFigures.secondsSince(begin) * 1_000;
            }
        }
        figures.claim("MariaDB has the value of a key as of half the updates", right);
        figures.row("  AS OF, one key", "median of %d reads %.2f ms", READS, Median.of(millis));
    }

    private void wholeTable(Connection connection) throws SQLException {
        double[] seconds = new double[SCANS];
        for (int i = 0; i < SCANS; i++) {
            long begin = System.nanoTime();
            figures.claim("MariaDB has the whole table as of half the updates", isWhole(connection));
            seconds[i] = TimeFigures.secondsSince(begin);
        }
        figures.row(
                "  AS OF, the whole table",
                "median of %d: %.2f s, %,d rows read",
                SCANS,
                Median.of(seconds),
                sizes.keys());
    }

    private boolean isWhole(Connection connection) throws SQLException {
        int rows = 0;
        boolean right = true;
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet row = statement.executeQuery(
                    "SELECT k, value FROM " + VERSIONED + " FOR SYSTEM_TIME AS OF TIMESTAMP '" + then + "'")) {
                while (row.next()) {
                    String key = row.getString(1);
                    int number = Integer.parseInt(key.substring(key.indexOf(':') + 1));
                    right &= row.getLong(2) == valuesThen[number];
                    rows++;
                }
            }
        }
        return right && rows == sizes.keys();
    }
}
