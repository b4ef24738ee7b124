package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.protocol.Hash;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A database for one restore drill: made here, dropped by {@link #close}. Its name has a mark of the lane's log, and a lock of
 * its name is held meanwhile. One that a killed drill left is dropped by the next drill of the same log, if no other drill holds its
 * lock and it has nothing but a checkpoint of that log. One thread. Throws {@link FlusherException}.
 */
public final class DrillDatabase implements AutoCloseable {
    private static final String PREFIX = "hl_drill_";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-z_]{1,50}");
    private static final String LEFT_OVERS =
            "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'hl\\_drill\\_%' ORDER BY 1";
    private static final String FOREIGN = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = ? AND"
            + " table_name NOT IN ('hl_meta', 'hl_counter', 'hl_hold', 'hl_resolved', 'hl_window', 'hl_history',"
            + " 'hl_snapshot', '" + Schema.HISTORY + "')";
    private static final String HAS_META =
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = ? AND table_name = 'hl_meta'";

    private final FlushSettings lane;
    private final Session session;
    private final String name;

    private DrillDatabase(FlushSettings lane, Session session, String name) {
        this.lane = lane;
        this.session = session;
        this.name = name;
    }

    /**
     * Drops what earlier drills of that log left, then makes a database.
     *
     * @param lane connects to the lane's database, with an account that may make databases {@code hl_drill_*}
     * @param log the lane's log
     * @param notes receives a sentence for each database that was left over
     */
    public static DrillDatabase make(FlushSettings lane, Identity log, Consumer<String> notes) {
        Session session = null;
        boolean made = false;
        try {
            session = Session.open(lane);
            session.execute(
                    "SET SESSION wait_timeout = " + lane.timeouts().silence().toSeconds());
            dropLeftOvers(session, log, notes);
            String name = PREFIX + mark(log) + "_"
                    + session.text("SELECT DATE_FORMAT(UTC_TIMESTAMP(), '%Y%m%d%H%i%s')") + "_"
                    + Long.toString(lane.surroundings().chance().applyAsLong(1L << 20), Character.MAX_RADIX);
            if (!locked(session, name)) {
                throw new FlusherException(
                        Reason.BROKEN, "The lock " + name + " is held by another process: try again.");
            }
            session.execute("CREATE DATABASE " + name);
            made = true;
            return new DrillDatabase(lane, session, name);
        } catch (SQLException e) {
            throw Checkpoint.unavailable(lane, e);
        } finally {
            if (!made && session != null) {
                session.close();
            }
        }
    }

    /** 64 bits of the log's identity in hexadecimal. */
    static String mark(Identity log) {
        byte[] bytes = (log.clusterId() + " " + log.topicId()).getBytes(StandardCharsets.UTF_8);
        return String.format("%016x", Hash.of(bytes, 0, bytes.length, 0));
    }

    /** Whether a drill of that log gave the name. */
    static boolean isMarked(String name, Identity log) {
        return name.startsWith(PREFIX + mark(log) + "_") && NAME.matcher(name).matches();
    }

    private static void dropLeftOvers(Session session, Identity log, Consumer<String> notes) throws SQLException {
        for (String name : names(session)) {
            if (!isMarked(name, log)) {
                notes.accept(name + " stays: it is no database of a drill of this lane");
            } else if (!locked(session, name)) {
                notes.accept(name + " stays: another drill uses it");
            } else if (isOfLog(session, name, log)) {
                session.execute("DROP DATABASE " + name);
                notes.accept(name + " is dropped: an earlier drill of this lane left it");
            } else {
                notes.accept(name + " stays: it has more than a checkpoint of this lane. Drop it if you made it");
            }
        }
    }

    private static List<String> names(Session session) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement select = session.prepare(LEFT_OVERS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static boolean isOfLog(Session session, String name, Identity log) throws SQLException {
        if (number(session, FOREIGN, name) > 0) {
            return false;
        }
        return number(session, HAS_META, name) == 0
                || number(session, "SELECT COUNT(*) FROM " + name + ".hl_meta WHERE topic_id <> ?", log.topicId()) == 0;
    }

    private static boolean locked(Session session, String name) throws SQLException {
        return number(session, "SELECT COALESCE(GET_LOCK(?, 0), 0)", name) == 1;
    }

    private static long number(Session session, String sql, String parameter) throws SQLException {
        try (PreparedStatement select = session.prepare(sql)) {
            select.setString(1, parameter);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The lane's settings, for this database. */
    public FlushSettings settings() {
        return lane.withMySql(lane.mysql().withDatabase(name));
    }

    /** Drops it; by a new connection if that of its making has ended. */
    @Override
    public void close() {
        String drop = "DROP DATABASE " + name;
        try (session) {
            session.execute(drop);
        } catch (SQLException first) {
            try (Session another = Session.open(lane)) {
                another.execute(drop);
            } catch (SQLException e) {
                e.addSuppressed(first);
                throw Checkpoint.unavailable(lane, e);
            }
        }
    }
}
