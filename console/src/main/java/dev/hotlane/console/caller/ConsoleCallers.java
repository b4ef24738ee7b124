package dev.hotlane.console.caller;

import dev.hotlane.access.CertificateNames;
import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KeyCredential;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.KnownKey;
import dev.hotlane.access.Principals;
import dev.hotlane.protocol.tls.PeerCertificate;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Finds out who asks for a page. On the event loop. */
public final class ConsoleCallers {
    private final Supplier<Principals> principals;
    private final LongSupplier clockMs;
    private final KeyCheck keys = new KeyCheck();
    private final LoginSessions sessions;
    private final LoginAttempts attempts = new LoginAttempts(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    private final LoginSession anyone = LoginSession.ofAnyone();

    /**
     * The callers of one console.
     *
     * @param principals supplies the newest; null: there are none, and anyone may see all
     * @param clockMs returns epoch ms
     */
    public ConsoleCallers(Supplier<Principals> principals, LongSupplier clockMs) {
        this.principals = principals;
        this.clockMs = clockMs;
        sessions = new LoginSessions(principals, clockMs);
    }

    /** Whether anyone may see all, because there are no principals. */
    public boolean areAnyone() {
        return principals == null;
    }

    /**
     * The session of a request; null if it proves no principal. A session of a cookie counts more than a certificate.
     *
     * @param id the value of its cookie, null for none
     * @param certificate the verified one of its connection, null for none
     */
    public LoginSession session(String id, PeerCertificate certificate) {
        if (areAnyone()) {
            return anyone;
        }
        LoginSession session = id == null ? null : sessions.find(id);
        if (session != null || certificate == null) {
            return session;
        }
        KnownCaller owner = CertificateNames.of(certificate).in(principals.get());
        LoginSession shown = owner == null ? null : new LoginSession(null, owner, Long.MAX_VALUE, principals, clockMs);
        return shown == null || !shown.goesOn() ? null : shown;
    }

    /** Counts an attempt to log in from there; false: too many. */
    public boolean mayTry(InetAddress address) {
        return attempts.take(address);
    }

    /** Begins a session by this API key; null if no principal has it now. Each cause of that is the same to the caller. */
    public LoginSession login(String key) {
        Principals now = principals.get();
        KnownKey known = keys.find(now, key, clockMs.getAsLong());
        return known == null ? null : sessions.begin(KeyCredential.caller(known, now));
    }

    /** Ends the session of this id, if there is one; null: none. */
    public void logout(String id) {
        if (id != null) {
            sessions.end(id);
        }
    }

    /** Forgets sessions that are over. */
    public void sweep() {
        sessions.sweep();
    }
}
