package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SceneSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Other sessions and server settings that disturb the flusher. */
public final class SqlRows {
    private static final Duration LOCKED = Duration.ofSeconds(8);

    /** In the order in which the flusher writes them. */
    private static final List<String> TABLES = List.of("hl_meta", "hl_counter", "hl_hold", "hl_resolved", "hl_window");

    private SqlRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F33",
                        "the meta row is locked by another session for 8 s",
                        "the batch waits whole, answers go on",
                        ScenePlan.USUAL,
                        SqlRows::locked),
                FaultRow.of(
                        "F34",
                        "deadlock with another session, the flusher is its victim",
                        "the batch is written whole afterwards",
                        ScenePlan.USUAL,
                        SqlRows::deadlock),
                FaultRow.of(
                        "F35",
                        "super_read_only on, then off",
                        "answers go on, the flush resumes",
                        ScenePlan.USUAL,
                        on -> toggled(
                                on,
                                "SET GLOBAL super_read_only = 1",
                                "SET GLOBAL super_read_only = 0",
                                "SET GLOBAL read_only = 0")),
                FaultRow.of(
                        "F38",
                        "max_allowed_packet set to 1 MB",
                        "a large batch is split, and written whole",
                        ScenePlan.USUAL,
                        SqlRows::smallPackets),
                FaultRow.of(
                        "F39",
                        "the server's sql_mode is empty",
                        "refuses to start with NON_STRICT_SQL",
                        ScenePlan.USUAL,
                        SqlRows::lax),
                FaultRow.of(
                        "F41",
                        "the server commits every statement by default, and at every connect",
                        "batches stay whole: the flusher's session does not go by it",
                        ScenePlan.USUAL,
                        SqlRows::autocommit),
                FaultRow.of(
                        "F92",
                        "each table renamed away and back, then a lax sql_mode at a new session",
                        "no process ends, answers go on, the flush resumes",
                        ScenePlan.USUAL,
                        SqlRows::unfit));
    }

    private static void awaitFlush(Scene on) {
        long applied = on.offsets(on.awaitLeader()).getLong("applied");
        on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
    }

    private static void awaitFailures(Scene on) {
        on.await("a flush that fails", () -> on.awaitLeader().metric("hotlane_flush_failing") > 0);
    }

    private static void locked(Scene on) throws SQLException {
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(50);
            try (Connection other = new SceneSql(on).connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                on.nemesis("the meta row is locked");
                statement.executeQuery("SELECT * FROM hl_meta FOR UPDATE").close();
                Patience.pass(LOCKED);
                on.load().awaitAnswers(100);
                on.require(
                        on.awaitLeader().metric("hotlane_flush_failing") > 0,
                        "the flusher noticed nothing of the locked row");
                other.rollback();
            }
            awaitFlush(on);
        }
        on.fact(rounds + " times, flush resumed");
    }

    /** InnoDB's victim is the session that changed fewer rows. The flusher locks the meta row first, then counters. */
    private static void deadlock(Scene on) throws SQLException {
        SceneSql sql = new SceneSql(on);
        sql.run("CREATE TABLE scratch (id INT PRIMARY KEY, filler CHAR(100))");
        int rounds = on.rounds(5, 1);
        int victims = 0;
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(50);
            double failures = on.awaitLeader().metric("hotlane_flush_failures_total");
            try (Connection other = sql.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.executeUpdate("INSERT INTO scratch WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1"
                        + " FROM n WHERE i < 900) SELECT i, 'x' FROM n");
                statement.executeQuery("SELECT * FROM hl_counter FOR UPDATE").close();
                on.nemesis("a deadlock");
                on.await("the flusher to wait", () -> waiting(sql) > 0);
                statement.executeQuery("SELECT * FROM hl_meta FOR UPDATE").close();
                other.rollback();
            }
            awaitFlush(on);
            victims += on.awaitLeader().metric("hotlane_flush_failures_total") > failures ? 1 : 0;
        }
        on.require(victims > 0, "the flusher was never the victim");
        on.fact(String.format("%d deadlocks, the flusher was the victim of %d", rounds, victims));
    }

    private static long waiting(SceneSql sql) {
        try {
            return sql.number("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'");
        } catch (SQLException e) {
            return 0;
        }
    }

    private static void toggled(Scene on, String fault, String... mend) throws SQLException {
        SceneSql sql = new SceneSql(on);
        on.load().awaitAnswers(50);
        on.nemesis(fault);
        try {
            sql.run(fault);
            awaitFailures(on);
            on.load().awaitAnswers(100);
        } finally {
            sql.run(mend);
        }
        awaitFlush(on);
        on.fact("flush failed meanwhile, and resumed");
    }

    /**
     * No process may create a missing table: the flusher would write into the empty one, in place of the renamed table.
     */
    private static void unfit(Scene on) throws SQLException {
        SceneSql sql = new SceneSql(on);
        for (String table : TABLES.subList(0, on.rounds(TABLES.size(), 2))) {
            toggled(on, "RENAME TABLE " + table + " TO away", "RENAME TABLE away TO " + table);
        }
        toggled(
                on,
                "ALTER TABLE hl_meta RENAME COLUMN horizon TO away",
                "ALTER TABLE hl_meta RENAME COLUMN away TO horizon");
        on.nemesis("a lax sql_mode at a new session");
        sql.run("SET GLOBAL sql_mode = ''");
        try {
            killSessions(sql);
            awaitFailures(on);
            on.load().awaitAnswers(100);
        } finally {
            sql.run("SET GLOBAL sql_mode = DEFAULT");
        }
        awaitFlush(on);
    }

    private static void smallPackets(Scene on) throws SQLException {
        SceneSql sql = new SceneSql(on);
        long before = sql.number("SELECT @@global.max_allowed_packet");
        on.nemesis("max_allowed_packet = 1 MB, and a pile of work");
        sql.run("SET GLOBAL max_allowed_packet = 1048576");
        try {
            on.stack().mysql().suspend();
            on.load().awaitAnswers(on.rounds(20_000, 500));
            on.stack().mysql().resume();
            // Only a new session has the new limit.
            killSessions(sql);
            awaitFlush(on);
        } finally {
            sql.run("SET GLOBAL max_allowed_packet = " + before);
        }
        on.fact("one large batch through 1 MB packets");
    }

    private static void killSessions(SceneSql sql) throws SQLException {
        try (Connection connection = sql.connect();
                Statement list = connection.createStatement();
                Statement kill = connection.createStatement();
                var rows = list.executeQuery("SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
                        + " AND id <> CONNECTION_ID()")) {
            while (rows.next()) {
                kill.execute("KILL " + rows.getLong(1));
            }
        }
    }

    private static void lax(Scene on) throws SQLException {
        on.expectExit(ExitCode.NON_STRICT_SQL.number());
        SceneSql sql = new SceneSql(on);
        on.load().awaitAnswers(100);
        on.killProcessors();
        on.nemesis("sql_mode = ''");
        sql.run("SET GLOBAL sql_mode = ''");
        try {
            on.processors().forEach(place -> Refusing.expect(on, place, ExitCode.NON_STRICT_SQL));
        } finally {
            sql.run("SET GLOBAL sql_mode = DEFAULT");
        }
        on.fact("both refused");
    }

    private static void autocommit(Scene on) throws SQLException {
        SceneSql sql = new SceneSql(on);
        on.nemesis("autocommit");
        sql.run("SET GLOBAL autocommit = 1", "SET GLOBAL init_connect = 'SET autocommit = 1'");
        try {
            for (ChildSlot place : on.processors()) {
                place.kill9();
                on.awaitAll();
                on.load().awaitAnswers(200);
            }
            awaitFlush(on);
        } finally {
            sql.run("SET GLOBAL init_connect = ''");
        }
        on.fact("both processors led under it");
    }
}
