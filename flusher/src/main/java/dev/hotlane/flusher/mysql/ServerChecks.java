package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Conditions of server, session and schema, checked before any use. */
final class ServerChecks {
    private static final String TABLES = "SELECT table_name, engine FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_name IN ('hl_meta', 'hl_counter', 'hl_hold', 'hl_resolved',"
            + " 'hl_window')"
            + " ORDER BY table_name";
    private static final String KEY_TYPE = "SELECT column_type FROM information_schema.columns"
            + " WHERE table_schema = DATABASE() AND table_name = 'hl_counter' AND column_name = 'k'";
    private static final List<String> WRITTEN = List.of("hl_meta", "hl_counter", "hl_hold", "hl_resolved", "hl_window");
    private static final int TABLE_COUNT = WRITTEN.size();

    private ServerChecks() {}

    static void forWriting(Session session) throws SQLException {
        String mode = session.text("SELECT @@session.sql_mode");
        if (!mode.contains("STRICT_TRANS_TABLES") && !mode.contains("STRICT_ALL_TABLES")) {
            throw new FlusherException(
                    Reason.NON_STRICT_SQL_MODE,
                    "MySQL's sql_mode is '" + mode + "', expected one with STRICT_TRANS_TABLES or STRICT_ALL_TABLES:"
                            + " otherwise it cuts keys and clips values without an error."
                            + " Set it (SET PERSIST sql_mode = 'STRICT_TRANS_TABLES,...') and start again.");
        }
        if (session.number("SELECT @@session.autocommit") != 0) {
            throw new FlusherException(
                    Reason.UNFIT_SERVER,
                    "MySQL's session commits every statement by itself although autocommit was switched off."
                            + " Look for a proxy between that changes it, and connect directly.");
        }
        session.requirePackets();
    }

    /** Whether the database has a table of that name. */
    static boolean has(Session session, String table) throws SQLException {
        return hasOneOf(session, "'" + table + "'");
    }

    private static boolean hasOneOf(Session session, String tables) throws SQLException {
        return session.number("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_name IN (" + tables + ")")
                != 0;
    }

    /**
     * Rejects a database with values of vBatching, which hold together for no offset: nothing may start from them. Rejects
     * one with a table of changes too.
     */
    static void refuseProjection(Session session) throws SQLException {
        if (!hasOneOf(session, "'" + Projection.TABLE + "', '" + HistoryTable.TABLE + "'")) {
            return;
        }
        if (has(session, Projection.TABLE)) {
            throw new FlusherException(
                    Reason.PROJECTION,
                    "This database has a projection by vBatching (" + Projection.TABLE + "): latest values without a"
                            + " common offset, so nothing can be recovered from it or kept beside it; a checkpoint, by"
                            + " hBatching, was expected. Name the checkpoint's database instead, or an empty one.");
        }
        throw new FlusherException(
                Reason.PROJECTION,
                "This database has a table of changes (" + HistoryTable.TABLE + "): a checkpoint must not stand beside"
                        + " it. Name the checkpoint's database instead, or an empty one.");
    }

    static void schema(Session session) throws SQLException {
        refuseProjection(session);
        int found = 0;
        try (Statement statement = session.statement();
                ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                found++;
                if (!"InnoDB".equals(rows.getString(2))) {
                    throw wrong("table " + rows.getString(1) + " is in engine " + rows.getString(2)
                            + ", expected InnoDB, as only that rolls a batch back");
                }
            }
        }
        if (found != TABLE_COUNT) {
            throw wrong("found " + found + " of the " + TABLE_COUNT
                    + " tables hl_meta, hl_counter, hl_hold, hl_resolved, hl_window");
        }
        String type = session.text(KEY_TYPE);
        String expected = "varbinary(" + DirtyMap.KEY_BYTES_MAX + ")";
        if (!expected.equals(type)) {
            throw wrong("column hl_counter.k is " + type + ", expected " + expected
                    + ", as a text type would merge keys that differ");
        }
    }

    /**
     * Fails with MySQL's own error if the account may not write the checkpoint. EXPLAIN needs the rights of its statement
     * and changes nothing. Without this check a flush would find a missing right, and retry without end.
     */
    static void rights(Session session) throws SQLException {
        for (String table : WRITTEN) {
            session.execute("EXPLAIN INSERT INTO " + table + " SELECT * FROM " + table + " WHERE FALSE");
            session.execute("EXPLAIN DELETE FROM " + table + " WHERE FALSE");
            String column = switch (table) {
                case "hl_counter" -> "value";
                case "hl_hold" -> "image";
                case "hl_meta" -> "digest";
                default -> "data";
            };
            session.execute("EXPLAIN UPDATE " + table + " SET " + column + " = " + column + " WHERE FALSE");
        }
    }

    private static FlusherException wrong(String what) {
        return new FlusherException(
                Reason.WRONG_SCHEMA,
                "The schema is not as Hotlane made it: " + what + ". Is this the right database?"
                        + " Let a processor create its tables in an empty one, or undo the change by hand.");
    }
}
