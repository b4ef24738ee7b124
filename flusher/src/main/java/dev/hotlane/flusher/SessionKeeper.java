package dev.hotlane.flusher;

import java.sql.SQLException;

/** The writer's one connection: opened when it is needed, given up when anything failed on it. Owned by the writer. */
final class SessionKeeper {
    private final FlushSettings settings;
    private volatile Session session;

    SessionKeeper(FlushSettings settings) {
        this.settings = settings;
    }

    /** One that may be written to; a new one if there is none or it stood idle for too long. */
    Session connected() throws SQLException {
        Session current = session;
        if (current != null && current.stale(settings)) {
            hangUp();
            current = null;
        }
        if (current == null) {
            current = Session.forWriting(settings);
            session = current;
        }
        return current;
    }

    /** Whatever was begun on it is rolled back. */
    void hangUp() {
        Session current = session;
        session = null;
        if (current != null) {
            current.close();
        }
    }

    /** Breaks it under the hands of the writer. Any thread. */
    void abort() {
        Session current = session;
        if (current != null) {
            current.abort();
        }
    }
}
