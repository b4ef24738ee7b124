package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables, by Flyway. Its history is in hl_schema_history; its messages go to debug. */
final class Schema {
    private Schema() {}

    static void migrate(FlushSettings settings) {
        // Before Flyway, whose own retries and messages hide the reason.
        try (Session session = Session.open(settings)) {
            ServerChecks.refuseProjection(session);
            session.commit();
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        }
        try {
            Flyway.configure(Schema.class.getClassLoader())
                    .dataSource(
                            settings.mysql().url(),
                            settings.mysql().user(),
                            settings.mysql().password())
                    .locations("classpath:dev/hotlane/flusher/schema")
                    .loggers(QuietLog.class.getName())
                    .table("hl_schema_history")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
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
}
