package dev.hotlane.access.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes the hashes of tokens. Belongs to one thread. */
public final class TokenHasher {
    private final MessageDigest sha256;

    /** A hasher; SHA-256 is in every JDK. */
    public TokenHasher() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A character that is not in ISO 8859-1 counts as "?", which is in no token. */
    TokenHash of(String text) {
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        return new TokenHash(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
    }
}
