package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a JWKS only what can sign a token is kept. */
class JwksTest {
    @Test
    void keysThatCantSignATokenAreLeftOut() throws Exception {
        JWK right = new ECKeyGenerator(Curve.P_256).keyID("right").generate();
        JWK forSigning = new ECKeyGenerator(Curve.P_256)
                .keyID("use")
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.ES256)
                .generate();
        List<JWK> others = List.of(
                new ECKeyGenerator(Curve.P_384).keyID("curve").generate(),
                new ECKeyGenerator(Curve.P_256)
                        .keyID("encryption")
                        .keyUse(KeyUse.ENCRYPTION)
                        .generate(),
                new ECKeyGenerator(Curve.P_256)
                        .keyID("algorithm")
                        .algorithm(JWEAlgorithm.ECDH_ES)
                        .generate(),
                new RSAKeyGenerator(1_024, true).keyID("weak").generate(),
                new OctetSequenceKeyGenerator(256).keyID("secret").generate());
        List<JWK> all = new ArrayList<>(others);
        all.add(right);
        all.add(forSigning);
        Jwks read = Jwks.parse(bytes(all));
        assertThat(read.set().getKeys()).extracting(JWK::getKeyID).containsExactly("right", "use");
        assertThat(read.set().containsNonPublicKeys()).isFalse();
        assertThatThrownBy(() -> Jwks.parse(bytes(others)))
                .isInstanceOf(ParseException.class)
                .hasMessage("no key for RS256, PS256 or ES256");
    }

    @Test
    void moreThanAHundredKeysAreRefused() throws Exception {
        JWK key = new ECKeyGenerator(Curve.P_256).generate();
        List<JWK> keys = new ArrayList<>();
        for (int i = 0; i < Jwks.KEYS_MAX; i++) {
            keys.add(key);
        }
        assertThat(Jwks.parse(bytes(keys)).set().size()).isEqualTo(100);
        keys.add(key);
        assertThatThrownBy(() -> Jwks.parse(bytes(keys))).hasMessage("more than 100 keys");
    }

    @Test
    void whatIsNotUtf8IsRefused() {
        assertThatThrownBy(() -> Jwks.parse(new byte[] {'{', (byte) 0xFF, '}'})).hasMessage("not UTF-8");
    }

    private static byte[] bytes(List<JWK> keys) {
        return new JWKSet(keys).toString(false).getBytes(StandardCharsets.UTF_8);
    }
}
