package dev.hotlane.proof.lane;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.hotlane.access.token.TokenServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tokens that must not be accepted, beside the right ones of a token server.
 *
 * @param server whose keys and issuer are known
 * @param subject of all but one of the tokens
 */
record ForgedTokens(TokenServer server, String subject) {
    /** One token for each thing that can be wrong, by its name. */
    Map<String, String> all() throws JOSEException {
        String right = server.token(subject);
        String unsigned = new PlainJWT(claims()).serialize();
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("alg none", unsigned);
        wrong.put("alg none with a signature", unsigned + right.substring(right.lastIndexOf('.') + 1));
        wrong.put(
                "HS256 with the public key", hs256(own().toECKey().toPublicKey().getEncoded()));
        wrong.put("HS256 with the JWK", hs256(own().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
        wrong.put("iss", signed(claims -> claims.issuer("https://other.example")));
        wrong.put("no iss", signed(claims -> claims.issuer(null)));
        wrong.put("aud", signed(claims -> claims.audience("another")));
        wrong.put("no aud", signed(claims -> claims.audience((String) null)));
        wrong.put("expired", signed(claims -> claims.expirationTime(seconds(-60))));
        wrong.put("no exp", signed(claims -> claims.expirationTime(null)));
        wrong.put("not yet valid", signed(claims -> claims.notBeforeTime(seconds(90))));
        wrong.put("unknown subject", signed(claims -> claims.subject("svc-unknown")));
        wrong.put("key of another server", one());
        wrong.put("changed signature", right.substring(0, right.length() - 9) + "AAAAAAAAA");
        wrong.put("changed claims", right.replace(part(right, 1), part(unsigned, 1)));
        wrong.put("no signature", right.substring(0, right.lastIndexOf('.') + 1));
        wrong.put("malformed", "a.b.c");
        return wrong;
    }

    /** A token that is signed by a foreign key. */
    String one() throws JOSEException {
        return TokenServer.sign(header().build(), foreign(), usual());
    }

    /** Tokens that are signed by a foreign key, and bring it or name where it is. */
    Map<String, String> bringingTheirKey(URI there) throws JOSEException {
        JWK foreign = foreign();
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("jku", TokenServer.sign(header().jwkURL(there).build(), foreign, usual()));
        wrong.put("x5u", TokenServer.sign(header().x509CertURL(there).build(), foreign, usual()));
        wrong.put("jwk", TokenServer.sign(header().jwk(foreign.toPublicJWK()).build(), foreign, usual()));
        return wrong;
    }

    /** A right token whose header names other keys. */
    String rightWithKeysBeside(URI there) throws JOSEException {
        JWSHeader header = header().jwkURL(there)
                .x509CertURL(there)
                .jwk(foreign().toPublicJWK())
                .build();
        return TokenServer.sign(header, own(), usual());
    }

    private JWK own() {
        return server.key(JWSAlgorithm.ES256);
    }

    private String hs256(byte[] secret) {
        JWK asSecret =
                new OctetSequenceKey.Builder(secret).keyID(own().getKeyID()).build();
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .keyID(own().getKeyID())
                .build();
        return TokenServer.sign(header, asSecret, usual());
    }

    private String signed(Consumer<JWTClaimsSet.Builder> change) {
        return server.sign(JWSAlgorithm.ES256, usual().andThen(change));
    }

    private JWTClaimsSet claims() {
        JWTClaimsSet.Builder claims =
                new JWTClaimsSet.Builder().issuer(TokenServer.ISSUER).audience(TokenServer.AUDIENCE);
        usual().andThen(more -> more.claim("more", 1)).accept(claims);
        return claims.build();
    }

    private Consumer<JWTClaimsSet.Builder> usual() {
        return claims -> claims.subject(subject).expirationTime(seconds(3_600));
    }

    private static Date seconds(int fromNow) {
        return Date.from(Instant.now().plusSeconds(fromNow));
    }

    private JWSHeader.Builder header() {
        return new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(own().getKeyID());
    }

    private JWK foreign() throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(own().getKeyID()).generate();
    }

    private static String part(String token, int index) {
        return token.split("\\.")[index];
    }
}
