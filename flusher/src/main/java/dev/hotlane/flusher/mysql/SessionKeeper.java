package dev.hotlane.flusher.mysql;

import java.sql.SQLException;

/** The writer's one connection: opened when needed, closed after any failure on it. Owned by the writer. */
final class SessionKeeper {
    private final FlushSettings settings;
    private final Opening opening;
    private volatile Session session;

    /** Opens a session for one kind of writer. */
    interface Opening {
        Session open(FlushSettings settings) throws SQLException;
    }

    SessionKeeper(FlushSettings settings, Opening opening) {
        this.settings = settings;
        this.opening = opening;
    }

    /** Returns an open session; a new one if there is none or it was idle for more than half of wait_timeout. */
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

    /** Closes the session; its transaction is rolled back. */
    void hangUp() {
        Session current = session;
        session = null;
        if (current != null) {
            current.close();
        }
    }

    /** Breaks the session while the writer uses it. Any thread. */
    void abort() {
        Session current = session;
        if (current != null) {
            current.abort();
        }
    }
}
