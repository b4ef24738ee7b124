package dev.hotlane.access.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;

/**
 * The public keys of a token server that can sign a token: RSA of at least 2,048 bits, or P-256. All else of its JWKS is
 * left out: keys for encryption, of other algorithms, symmetric ones. Immutable; any thread.
 *
 * @param set the keys
 */
record Jwks(JWKSet set) {
    /** No keys yet. */
    static final Jwks NONE = new Jwks(new JWKSet());

    /** Most bytes of a JWKS. */
    static final int BYTES_MAX = 256 << 10;

    /** Most keys of it: a token without {@code kid} is compared with each. */
    static final int KEYS_MAX = 100;

    private static final int RSA_BITS_MIN = 2_048;

    /** The keys of a document; throws ParseException if it is none, or has no key that can sign a token. */
    static Jwks parse(byte[] bytes) throws ParseException {
        JWKSet whole = JWKSet.parse(text(bytes));
        List<JWK> usable = whole.getKeys().stream()
                .filter(Jwks::usable)
                .map(JWK::toPublicJWK)
                .toList();
        if (usable.isEmpty()) {
            throw new ParseException("no key for RS256, PS256 or ES256", 0);
        }
        if (usable.size() > KEYS_MAX) {
            throw new ParseException("more than " + KEYS_MAX + " keys", 0);
        }
        return new Jwks(new JWKSet(usable));
    }

    private static String text(byte[] bytes) throws ParseException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ParseException("not UTF-8", 0);
        }
    }

    private static boolean usable(JWK key) {
        boolean signs = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        boolean right = key.getAlgorithm() == null || TokenJudge.ALGORITHMS.contains(algorithm(key));
        boolean strong = key instanceof RSAKey rsa && rsa.size() >= RSA_BITS_MIN
                || key instanceof ECKey ec && ec.getCurve().equals(Curve.P_256);
        return signs && right && strong;
    }

    private static JWSAlgorithm algorithm(JWK key) {
        return JWSAlgorithm.parse(key.getAlgorithm().getName());
    }

    /** Whether one of the keys may have signed a token with this header. */
    boolean has(JWSHeader header) {
        JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
        return set.getKeys().stream().anyMatch(matcher::matches);
    }
}
