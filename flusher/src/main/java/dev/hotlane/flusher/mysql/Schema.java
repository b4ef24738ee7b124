package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/** The tables, by Flyway. Its history is in hl_schema_history; its messages go to debug. */
final class Schema {
    static final String HISTORY = "hl_schema_history";

    private static final int NO_SUCH_TABLE = 1146;

    private Schema() {}

    /** Makes the tables or brings them up to date. Tables of a later version are left as they are. */
    static void migrate(FlushSettings settings) {
        refuseOthers(settings);
        try {
            flyway(settings).migrate();
        } catch (FlywayException e) {
            SQLException denied = denial(e);
            if (denied != null) {
                throw Checkpoint.unavailable(settings, denied);
            }
            throw new FlusherException(
                    Reason.WRONG_SCHEMA,
                    "Bringing the schema up to date in " + settings.mysql().urlForPeople() + " failed: "
                            + e.getMessage()
                            + ". Is this the right database, may user '"
                            + settings.mysql().user() + "' create tables, was a"
                            + " later version of Hotlane here?",
                    e);
        }
    }

    /** Rejects tables that lack a migration of this build. Writes nothing. */
    static void require(FlushSettings settings) {
        refuseOthers(settings);
        requireReadable(settings);
        String lacking;
        try {
            lacking = Arrays.stream(flyway(settings).info().pending())
                    .map(Schema::name)
                    .collect(Collectors.joining(", "));
        } catch (FlywayException e) {
            SQLException denied = denial(e);
            if (denied != null) {
                throw Checkpoint.unavailable(settings, denied);
            }
            throw new FlusherException(
                    Reason.WRONG_SCHEMA,
                    "The version of the schema in " + settings.mysql().urlForPeople() + " can't be read: "
                            + e.getMessage() + ". Is this the right database?",
                    e);
        }
        if (!lacking.isEmpty()) {
            throw new FlusherException(
                    Reason.WRONG_SCHEMA,
                    "The schema in " + settings.mysql().urlForPeople() + " lacks " + lacking
                            + ", and --mysql-migrate false leaves that to you: run `hotlane schema migrate` with the"
                            + " account for migrations, then start again.");
        }
    }

    /** To an account without rights a table seems to be missing: MySQL's own error tells a right from a table. */
    private static void requireReadable(FlushSettings settings) {
        try (Session session = Session.open(settings)) {
            session.text("SELECT 1 FROM " + HISTORY + " LIMIT 1");
            session.commit();
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_TABLE) {
                throw Checkpoint.unavailable(settings, e);
            }
        }
    }

    private static String name(MigrationInfo migration) {
        return "version " + migration.getVersion() + " (" + migration.getDescription() + ")";
    }

    /** Before Flyway, whose own retries and messages hide the reason. */
    private static void refuseOthers(FlushSettings settings) {
        try (Session session = Session.open(settings)) {
            ServerChecks.refuseProjection(session);
            session.commit();
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        }
    }

    private static Flyway flyway(FlushSettings settings) {
        return Flyway.configure(Schema.class.getClassLoader())
                .dataSource(
                        settings.mysql().url(),
                        settings.mysql().user(),
                        settings.mysql().password())
                .locations("classpath:dev/hotlane/flusher/schema")
                .loggers(QuietLog.class.getName())
                .table(HISTORY)
                .load();
    }

    /** The error by which MySQL refused the account something; null if that is not what went wrong. */
    private static SQLException denial(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof SQLException sql && SqlErrors.denied(sql)) {
                return sql;
            }
        }
        return null;
    }
}
