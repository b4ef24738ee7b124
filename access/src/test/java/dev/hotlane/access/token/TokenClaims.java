package dev.hotlane.access.token;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.Date;
import java.util.function.Consumer;

/** Claims of tests. */
final class TokenClaims {
    private TokenClaims() {}

    /** This subject, for an hour. */
    static Consumer<JWTClaimsSet.Builder> of(long nowMs, String subject) {
        return claims -> claims.subject(subject).expirationTime(date(nowMs, 3_600));
    }

    /** A time this many seconds after another. */
    static Date date(long nowMs, int seconds) {
        return Date.from(Instant.ofEpochMilli(nowMs).plusSeconds(seconds));
    }
}
