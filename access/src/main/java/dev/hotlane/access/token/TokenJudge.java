package dev.hotlane.access.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Judges tokens, in two steps. {@link #read} costs no arithmetic of keys, so that a token of another issuer, audience or
 * time costs little; {@link #proven} judges the signature. No step opens a connection: keys come from {@link Jwks} alone,
 * whatever {@code jku}, {@code x5u}, {@code x5c} or {@code jwk} of the header say. Belongs to one thread.
 */
final class TokenJudge {
    /** The accepted algorithms. All are asymmetric: a public key is no secret of HS256. */
    static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    /** By how much the clocks of token server and gateway may differ. */
    static final int SLACK_SECONDS = 30;

    private final String claim;
    private final LongSupplier clockMs;
    private final DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private Jwks keys = Jwks.NONE;

    TokenJudge(TokenSettings settings, LongSupplier clockMs) {
        claim = settings.claim();
        this.clockMs = clockMs;
        JWTClaimsSet exact =
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build();
        claimsVerifier =
                new DefaultJWTClaimsVerifier<>(Set.of(settings.audience()), exact, Set.of("exp", claim), Set.of()) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(Instant.ofEpochMilli(clockMs.getAsLong()));
                    }
                };
        claimsVerifier.setMaxClockSkew(SLACK_SECONDS);
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(ALGORITHMS, (selector, context) -> selector.select(keys.set())));
        processor.setJWTClaimsSetVerifier(claimsVerifier);
    }

    /** The token, if all but its signature is right; else null. */
    UnprovenToken read(String text) {
        if (!text.chars().allMatch(TokenJudge::isOfAToken)) {
            return null;
        }
        try {
            SignedJWT jwt = SignedJWT.parse(text);
            JWSHeader header = jwt.getHeader();
            // A header that must be understood is one that this gateway does not understand.
            if (!ALGORITHMS.contains(header.getAlgorithm()) || header.getCriticalParams() != null) {
                return null;
            }
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            claimsVerifier.verify(claims, null);
            return new UnprovenToken(jwt, claims, claims.getStringClaim(claim));
        } catch (ParseException | BadJWTException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The library passes over other characters: one token would have any number of texts, and fill the cache with them. */
    private static boolean isOfAToken(int character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || character == '-'
                || character == '_'
                || character == '.';
    }

    /** What the token proves, if one of these keys signed it; else null. */
    KnownToken proven(UnprovenToken token, Jwks now) {
        keys = now;
        try {
            processor.process(token.jwt(), null);
            return known(token);
        } catch (BadJOSEException | JOSEException e) {
            return null;
        }
    }

    private KnownToken known(UnprovenToken token) {
        long nowMs = clockMs.getAsLong();
        long exp = token.claims().getExpirationTime().toInstant().toEpochMilli();
        // Within the slack a token is valid, but judged again at each call.
        return nowMs < exp
                ? new KnownToken(token.subject(), exp, Math.min(exp, nowMs + TokenCache.KEPT_MS))
                : new KnownToken(token.subject(), exp + TimeUnit.SECONDS.toMillis(SLACK_SECONDS), nowMs);
    }
}
