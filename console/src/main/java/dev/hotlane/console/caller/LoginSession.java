package dev.hotlane.console.caller;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principals;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One caller's stay: from a login on, or as long as a certificate is shown. It ends with the expiry of the credential, the
 * removal of the principal and any change of its grants, and then it never goes on. On the event loop.
 */
public final class LoginSession {
    private final String id;
    private final String csrf;
    private final Supplier<Principals> principals;
    private final LongSupplier clockMs;
    private final long endMs;
    private KnownCaller caller;
    private boolean ended;

    /** With an id null, it has no cookie and can't log out. */
    LoginSession(String id, KnownCaller caller, long endMs, Supplier<Principals> principals, LongSupplier clockMs) {
        this.id = id;
        this.caller = caller;
        this.endMs = endMs;
        this.principals = principals;
        this.clockMs = clockMs;
        csrf = id == null ? null : RandomText.make();
    }

    /** That of each caller of a console without principals. */
    public static LoginSession ofAnyone() {
        return new LoginSession(null, KnownCaller.ANYONE, Long.MAX_VALUE, null, null);
    }

    /** The value of its cookie; null if it has none. */
    public String id() {
        return id;
    }

    /** What its forms must send; null if it has no cookie. */
    public String csrf() {
        return csrf;
    }

    /** Who it is, as of the last {@link #goesOn}. */
    public KnownCaller caller() {
        return caller;
    }

    /** Whether it goes on now, by the newest principals. */
    public boolean goesOn() {
        if (ended || caller.isAnyone()) {
            return !ended;
        }
        long nowMs = clockMs.getAsLong();
        KnownCaller current = caller.in(principals.get());
        if (nowMs >= endMs || current == null || current.expired(nowMs) || !current.mayAllThatMay(caller)) {
            ended = true;
            return false;
        }
        caller = current;
        return true;
    }

    /** Ends it: its caller has logged out. */
    void end() {
        ended = true;
    }
}
