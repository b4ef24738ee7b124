package dev.hotlane.proof.faults.scene;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Signs JWTs in place of a token server, and publishes the key; both as files, which Kafka reads by `file:` URLs. */
final class SignedTokens {
    static final String ISSUER = "https://id.example";
    static final String AUDIENCE = "kafka";

    private static final Duration VALID = Duration.ofHours(1);

    private final KeyPair keys;

    SignedTokens() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
    }

    /** The public key as a JWKS. */
    void writeKeys(Path file) throws IOException {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        Files.writeString(
                file,
                "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"k1\",\"alg\":\"RS256\",\"use\":\"sig\",\"n\":\""
                        + number(key.getModulus()) + "\",\"e\":\"" + number(key.getPublicExponent()) + "\"}]}");
    }

    /** A token of that subject. */
    void writeToken(Path file, String subject) throws IOException, GeneralSecurityException {
        long now = Instant.now().getEpochSecond();
        String claims = "{\"iss\":\"%s\",\"aud\":\"%s\",\"sub\":\"%s\",\"scope\":\"lane\",\"iat\":%d,\"exp\":%d}"
                .formatted(ISSUER, AUDIENCE, subject, now, now + VALID.toSeconds());
        String signed = text("{\"alg\":\"RS256\",\"kid\":\"k1\",\"typ\":\"JWT\"}") + "." + text(claims);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        Files.writeString(file, signed + "." + bytes(signature.sign()));
    }

    private static String number(BigInteger value) {
        byte[] all = value.toByteArray();
        return bytes(all[0] == 0 ? Arrays.copyOfRange(all, 1, all.length) : all);
    }

    private static String text(String json) {
        return bytes(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String bytes(byte[] all) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }
}
