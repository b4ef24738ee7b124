package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.hotlane.access.BearerHeader;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tokens that must not be accepted: OWASP API 2023, row 2. */
class TokenRefusedTest {
    private static final String KID = "ec-1";

    @Test
    void claimsThatAreWrongAreRefusedWithoutAKey() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            Map<String, Consumer<JWTClaimsSet.Builder>> wrong = new LinkedHashMap<>();
            wrong.put("issuer", claims -> claims.issuer("https://other.example"));
            wrong.put("no issuer", claims -> claims.issuer(null));
            wrong.put("audience", claims -> claims.audience("another"));
            wrong.put("no audience", claims -> claims.audience((String) null));
            wrong.put("no exp", claims -> claims.expirationTime(null));
            wrong.put("expired", claims -> claims.expirationTime(TokenClaims.date(lab.nowMs, -31)));
            wrong.put("exp a text", claims -> claims.claim("exp", "tomorrow"));
            wrong.put("not yet", claims -> claims.notBeforeTime(TokenClaims.date(lab.nowMs, 31)));
            wrong.put("unknown subject", claims -> claims.subject("svc-unknown"));
            wrong.put("no subject", claims -> claims.subject(null));
            wrong.put("subject a number", claims -> claims.claim("sub", 7));
            wrong.forEach((name, change) -> {
                String token = server.sign(
                        JWSAlgorithm.ES256,
                        TokenClaims.of(lab.nowMs, "svc-checkout").andThen(change));
                assertThat(judged(lab, token)).as(name).isEqualTo("refused");
            });
            assertThat(lab.readings).isZero();
            assertThat(lab.judge(server.sign(
                            JWSAlgorithm.ES256,
                            TokenClaims.of(lab.nowMs, "svc-checkout")
                                    .andThen(claims -> claims.audience(List.of("other", TokenServer.AUDIENCE))
                                            .notBeforeTime(TokenClaims.date(lab.nowMs, 29))))))
                    .isEqualTo("known svc-checkout");
        }
    }

    @Test
    void algNoneIsRefused() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            JWTClaimsSet.Builder claims =
                    new JWTClaimsSet.Builder().issuer(TokenServer.ISSUER).audience(TokenServer.AUDIENCE);
            TokenClaims.of(lab.nowMs, "svc-checkout").accept(claims);
            String none = new PlainJWT(claims.build()).serialize();
            assertThat(lab.judge(none)).isEqualTo("refused");
            // The same with a right token's signature behind it.
            String right = lab.token(60);
            assertThat(lab.judge(none + right.substring(right.lastIndexOf('.') + 1)))
                    .isEqualTo("refused");
        }
    }

    @Test
    void hs256WithThePublicKeyIsRefused() throws Exception {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            lab.judge(lab.token(60));
            JWK rsa = server.key(JWSAlgorithm.RS256);
            for (byte[] secret : List.of(
                    rsa.toRSAKey().toPublicKey().getEncoded(),
                    rsa.toPublicJWK().toJSONString().getBytes(java.nio.charset.StandardCharsets.UTF_8))) {
                JWK asSecret = new OctetSequenceKey.Builder(secret)
                        .keyID(rsa.getKeyID())
                        .build();
                JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(rsa.getKeyID())
                        .build();
                assertThat(lab.judge(signed(lab, header, asSecret))).isEqualTo("refused");
            }
        }
    }

    @Test
    void otherAlgorithmsAreRefusedThoughTheKeyIsRight() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            for (JWSAlgorithm algorithm : List.of(JWSAlgorithm.RS384, JWSAlgorithm.RS512, JWSAlgorithm.PS512)) {
                String token = server.sign(algorithm, TokenClaims.of(lab.nowMs, "svc-checkout"));
                assertThat(lab.judge(token)).as(algorithm.getName()).isEqualTo("refused");
            }
        }
    }

    @Test
    void aSignatureOfAnotherKeyIsRefused() throws Exception {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            assertThat(lab.judge(signed(lab, header().build(), foreign()))).isEqualTo("refused");
            String right = lab.token(60);
            assertThat(lab.judge(changed(right, right.length() - 10))).isEqualTo("refused");
            assertThat(lab.judge(right)).isEqualTo("known svc-checkout");
        }
    }

    @Test
    void keysThatTheTokenBringsOrNamesAreIgnored() throws Exception {
        try (TokenServer server = TokenServer.start();
                TokenServer evil = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            JWK foreign = foreign();
            URI there = URI.create(evil.url());
            Map<String, JWSHeader> headers = Map.of(
                    "jwk", header().jwk(foreign.toPublicJWK()).build(),
                    "jku", header().jwkURL(there).build(),
                    "x5u", header().x509CertURL(there).build());
            headers.forEach((name, header) -> assertThat(judged(lab, signed(lab, header, foreign)))
                    .as(name)
                    .isEqualTo("refused"));
            assertThat(evil.requests()).isZero();
            // A right token with such headers is judged by the operator's keys alone.
            JWSHeader both = header().jwk(foreign.toPublicJWK())
                    .jwkURL(there)
                    .x509CertURL(there)
                    .build();
            assertThat(lab.judge(signed(lab, both, server.key(JWSAlgorithm.ES256))))
                    .isEqualTo("known svc-checkout");
            assertThat(evil.requests()).isZero();
        }
    }

    @Test
    void headersThatMustBeUnderstoodAndOtherTypesAreRefused() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            JWK key = server.key(JWSAlgorithm.ES256);
            JWSHeader critical = header().customParam("later", true)
                    .criticalParams(Set.of("later"))
                    .build();
            assertThat(lab.judge(signed(lab, critical, key))).isEqualTo("refused");
            for (String type : List.of("logout+jwt", "dpop+jwt", "JOSE")) {
                JWSHeader other = header().type(new JOSEObjectType(type)).build();
                assertThat(lab.judge(signed(lab, other, key))).as(type).isEqualTo("refused");
            }
            for (String type : List.of("JWT", "at+jwt", "application/at+jwt")) {
                JWSHeader usual = header().type(new JOSEObjectType(type)).build();
                assertThat(lab.judge(signed(lab, usual, key))).as(type).isEqualTo("known svc-checkout");
            }
        }
    }

    @Test
    void whatIsNoTokenIsRefused() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String right = lab.token(60);
            String header = right.substring(0, right.indexOf('.'));
            String deep = Base64URL.encode("[".repeat(5_000)).toString();
            for (String text : List.of(
                    "a",
                    "..",
                    "a.b.c",
                    "\u0161.\u0161.\u0161",
                    right.substring(0, right.lastIndexOf('.')),
                    right + "." + right,
                    right + "=",
                    right + "\u0100",
                    header + "." + deep + ".c",
                    header + "." + Base64URL.encode("{\"sub\":\"a\",\"sub\":\"b\"}") + ".c")) {
                assertThat(lab.judge(text)).as(text).isEqualTo("refused");
            }
            assertThat(lab.send("a".repeat(BearerHeader.TOKEN_MAX + 1)).word()).isEqualTo("refused");
            assertThat(lab.tokens.placesTaken()).isZero();
        }
    }

    private static JWSHeader.Builder header() {
        return new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(KID);
    }

    private static JWK foreign() throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(KID).generate();
    }

    private static String signed(TokenLab lab, JWSHeader header, JWK key) {
        return TokenServer.sign(header, key, TokenClaims.of(lab.nowMs, "svc-checkout"));
    }

    private static String changed(String text, int at) {
        return text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
    }

    private static String judged(TokenLab lab, String token) {
        try {
            return lab.judge(token);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
