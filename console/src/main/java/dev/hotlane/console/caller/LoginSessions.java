package dev.hotlane.console.caller;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principals;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The sessions that have a cookie, the oldest first. On the event loop. */
final class LoginSessions {
    /** Most of them; the next login ends the oldest. */
    static final int SESSIONS_MAX = 1_000;

    private static final long LENGTH_MS = TimeUnit.HOURS.toMillis(8);

    private final Supplier<Principals> principals;
    private final LongSupplier clockMs;
    private final Map<String, LoginSession> open = new LinkedHashMap<>();

    LoginSessions(Supplier<Principals> principals, LongSupplier clockMs) {
        this.principals = principals;
        this.clockMs = clockMs;
    }

    /** Begins a session of this caller. */
    LoginSession begin(KnownCaller caller) {
        if (open.size() >= SESSIONS_MAX) {
            sweep();
        }
        if (open.size() >= SESSIONS_MAX) {
            end(open.keySet().iterator().next());
        }
        LoginSession session =
                new LoginSession(RandomText.make(), caller, clockMs.getAsLong() + LENGTH_MS, principals, clockMs);
        open.put(session.id(), session);
        return session;
    }

    /** The session of this id if it goes on; else null. */
    LoginSession find(String id) {
        LoginSession session = open.get(id);
        return session == null || !session.goesOn() ? null : session;
    }

    /** Ends the session of this id, if there is one. */
    void end(String id) {
        LoginSession session = open.remove(id);
        if (session != null) {
            session.end();
        }
    }

    /** Forgets those that do not go on. */
    void sweep() {
        for (Iterator<LoginSession> each = open.values().iterator(); each.hasNext(); ) {
            if (!each.next().goesOn()) {
                each.remove();
            }
        }
    }

    int size() {
        return open.size();
    }
}
