package dev.hotlane.access;

import dev.hotlane.protocol.Sender;

/**
 * Who calls, by one state of the principals file. Immutable; any thread.
 *
 * @param principal who it is; null for {@link #ANYONE}
 * @param credential what proved it; null for {@link #ANYONE}
 * @param state the state of the file that it was found in; null for {@link #ANYONE}
 * @param sender tenant and name as the log has them
 */
public record KnownCaller(Principal principal, Credential credential, Principals state, Sender sender) {
    /** Each caller of a server without principals: all is allowed. */
    public static final KnownCaller ANYONE = new KnownCaller(null, null, null, Sender.NONE);

    /** The caller that this credential proves in that state of the file. */
    public KnownCaller(Principal principal, Credential credential, Principals state) {
        this(principal, credential, state, Sender.of(principal.tenant(), principal.name()));
    }

    /** Whether the server has no principals, so that nothing is judged. */
    public boolean isAnyone() {
        return principal == null;
    }

    /** Whether its credential is not valid any more. */
    public boolean expired(long nowMs) {
        return nowMs >= credential.expiresMs();
    }

    /** The same caller in this state of the file; null if its credential selects no principal there. */
    public KnownCaller in(Principals now) {
        return now == state ? this : credential.in(now);
    }

    /** Whether what this caller has open may stay so for the other: the same principal with the same rights. */
    public boolean mayAllThatMay(KnownCaller other) {
        return principal == other.principal
                || principal.name().equals(other.principal.name())
                        && principal.tenant().equals(other.principal.tenant())
                        && principal.rights().equals(other.principal.rights());
    }
}
