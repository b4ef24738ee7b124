package dev.hotlane.jmh.micro;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.hotlane.access.ApiKey;
import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Identities;
import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rate;
import dev.hotlane.access.Rights;
import dev.hotlane.access.rate.CallCost;
import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.access.token.KnownToken;
import dev.hotlane.access.token.TokenHasher;
import dev.hotlane.access.token.TokenReceiver;
import dev.hotlane.access.token.TokenSettings;
import dev.hotlane.access.token.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Who calls, for callers that called before, among 10,000 principals: an API key, an RS256 token that was judged, and what
 * the rate costs. An operation is one call.
 */
@State(Scope.Thread)
public class CallerBenchmark {
    private static final int PRINCIPALS = 10_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private final KeyCheck check = new KeyCheck();
    private final TokenHasher hasher = new TokenHasher();
    private final Received received = new Received();
    private final PrincipalRate rate =
            new PrincipalRate(new Rate(1_000_000_000, 1_000_000_000, 10, 0), System.nanoTime());
    private Principals principals;
    private String key;
    private String token;
    private Path jwks;
    private Tokens tokens;

    /** What was answered last; volatile, as the first answer comes from another thread. */
    private static final class Received implements TokenReceiver {
        private volatile String subject;

        @Override
        public void known(KnownToken found) {
            subject = found.subject();
        }

        @Override
        public void refused() {
            subject = "";
        }

        @Override
        public void later(String detail) {
            subject = "";
        }
    }

    @Setup
    public void know() throws IOException, JOSEException {
        List<Principal> all = new ArrayList<>();
        for (int i = 0; i < PRINCIPALS; i++) {
            key = KeyText.make();
            all.add(principal(i, KeyText.entry(key, NEVER)));
        }
        principals = new Principals(all);
        RSAKey pair = new RSAKeyGenerator(2_048).keyID("one").generate();
        jwks = Files.createTempFile("hotlane-jwks", ".json");
        Files.writeString(jwks, new JWKSet(pair).toString());
        TokenSettings settings =
                new TokenSettings("https://token.example", "hotlane", TokenSettings.CLAIM, jwks.toString());
        tokens = Tokens.start(settings, () -> principals);
        token = signed(pair);
        Instant end = Instant.now().plus(WAIT_MAX);
        while (!"svc-7".equals(received.subject)) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("the token is not known: " + received.subject);
            }
            tokens.check(token, hasher, null, received);
            Thread.onSpinWait();
        }
    }

    private static Principal principal(int number, ApiKey key) {
        Identities identities = new Identities(List.of(key), List.of("svc-" + number), List.of());
        return new Principal("p" + number, "", identities, new Rights(List.of()), new CommandLimits(8, 1), null);
    }

    private static String signed(RSAKey pair) throws JOSEException {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer("https://token.example")
                .audience("hotlane")
                .subject("svc-7")
                .expirationTime(Date.from(Instant.now().plusSeconds(3_600)))
                .build();
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), claims);
        jwt.sign(new RSASSASigner(pair));
        return jwt.serialize();
    }

    @Benchmark
    public Principal knownKey() {
        return check.find(principals, key, 1).principal();
    }

    /** Once a minute the token is judged again, on a thread beside this one. */
    @Benchmark
    public Principal knownToken() {
        tokens.check(token, hasher, null, received);
        return principals.subject(received.subject);
    }

    @Benchmark
    public boolean rate() {
        long now = System.nanoTime();
        rate.charge(rate.begin(false, now), CallCost.rest(1, 0), now);
        rate.end();
        return true;
    }

    @TearDown
    public void verify() throws IOException {
        tokens.close();
        Files.delete(jwks);
        if (rate.inFlight() != 0) {
            throw new IllegalStateException("calls in flight: " + rate.inFlight());
        }
    }
}
