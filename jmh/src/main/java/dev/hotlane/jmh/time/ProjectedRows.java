package dev.hotlane.jmh.time;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.past.ProjectedHistory;
import dev.hotlane.infra.stack.DevStack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Rows of hl_change a second, of a process that is warm and behind: it replays from the first record. One thread. */
final class ProjectedRows {
    private static final String DATABASE = "hl_changes";

    private final PastLog log;
    private final PastSizes sizes;
    private final TimeFigures figures;
    private final DevStack stack;

    ProjectedRows(PastLog log, PastSizes sizes, TimeFigures figures) {
        this.log = log;
        this.sizes = sizes;
        this.figures = figures;
        stack = log.stack();
    }

    /** Appends what the log lacks, projects and compares. */
    void measure() throws InterruptedException, SQLException {
        int wanted = sizes.warmRows() + sizes.rows();
        if (log.commands() < wanted) {
            log.fill(Math.max(sizes.firstCommands(), wanted) - log.commands(), sizes.keys());
        }
        try (Connection connection = DriverManager.getConnection(stack.jdbcUrl(), stack.user(), stack.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
        FlushSettings into = FlushSettings.of(stack.jdbcUrl(DATABASE), stack.user(), stack.password());
        long written;
        try (ProjectedHistory history =
                new ProjectedHistory(stack.connection(), PastLog.LANE, into, List.of(), note -> {})) {
            writeUntil(history, sizes.warmRows());
            long before = history.written();
            long begin = System.nanoTime();
            writeUntil(history, wanted);
            double seconds = TimeFigures.secondsSince(begin);
            long timed = history.written() - before;
            figures.row(
                    "project --history",
                    "%,d rows in %.1f s, behind %,d to warm up: %,.0f rows/s",
                    timed,
                    seconds,
                    before,
                    timed / seconds);
            history.finish();
            written = history.written();
        }
        compare(written, wanted);
    }

    private static void writeUntil(ProjectedHistory history, long wanted) {
        while (history.written() < wanted) {
            history.step();
        }
    }

    private void compare(long written, long wanted) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(stack.jdbcUrl(DATABASE), stack.user(), stack.password());
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(
                    "SELECT COUNT(*), SUM(value <> IFNULL(value_before, 0) + 1), COUNT(DISTINCT k) FROM hl_change")) {
                rows.next();
                figures.claim(
                        "hl_change has the rows that were written", rows.getLong(1) == written && written >= wanted);
                figures.claim("each row of hl_change adds 1", rows.getLong(2) == 0);
                figures.claim("hl_change has each key", rows.getLong(3) == Math.min(sizes.keys(), written));
            }
            try (ResultSet size = statement.executeQuery("SELECT FILE_SIZE FROM information_schema.INNODB_TABLESPACES"
                    + " WHERE NAME = '" + DATABASE + "/hl_change'")) {
                size.next();
                figures.row("  its bytes", "%,d, %.0f a row", size.getLong(1), size.getLong(1) / (double) written);
            }
        }
    }
}
