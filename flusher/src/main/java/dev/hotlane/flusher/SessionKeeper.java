package dev.hotlane.flusher;

import java.sql.SQLException;

/** The writer's one connection: opened when it is needed, given up when anything failed on it. Owned by the writer. */
final class SessionKeeper {
    private final FlushSettings settings;
    private final Opening opening;
    private volatile Session session;

    /** How a session for its kind of writer is opened. */
    interface Opening {
        Session open(FlushSettings settings) throws SQLException;
    }

    SessionKeeper(FlushSettings settings, Opening opening) {
        this.settings = settings;
        this.opening = opening;
    }

    /** One that may be written to; a new one if there is none or it stood idle for too long. */
    Session connected() throws SQLException {
        Session current = session;
        if (current != null && current.stale(settings)) {
            hangUp();
            current = null;
        }
        if (current == null) {
            current = opening.open(settings);
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
