package dev.hotlane.access.token;

import dev.hotlane.access.Credential;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;

/**
 * A token whose signature was proven. Immutable.
 *
 * @param subject value of the claim that selects a principal
 * @param expiresMs the first epoch ms at which the token is not valid
 * @param checkAgainMs the first epoch ms at which it must be judged again, because its key may have been withdrawn; at most
 *     expiresMs
 */
public record KnownToken(String subject, long expiresMs, long checkAgainMs) implements Credential {
    @Override
    public KnownCaller in(Principals state) {
        Principal principal = state.subject(subject);
        return principal == null ? null : new KnownCaller(principal, this, state);
    }
}
