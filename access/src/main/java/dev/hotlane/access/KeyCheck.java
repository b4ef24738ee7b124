package dev.hotlane.access;

import java.security.DigestException;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/**
 * Finds the principal of an API key. Belongs to one thread; a look-up allocates nothing. The id selects the one entry
 * that the text is compared with, in a time that does not depend on the bytes that differ.
 */
public final class KeyCheck {
    private final MessageDigest sha256 = KeyText.sha256();
    private final CRC32 crc = new CRC32();
    private final byte[] text = new byte[KeyText.LENGTH];
    private final byte[] hash = new byte[sha256.getDigestLength()];

    /**
     * The key with this text, if it is valid now; null if it is no key, unknown, another secret, or expired. The
     * answer to the caller must be the same for all of these.
     */
    public KnownKey find(Principals principals, CharSequence given, long nowMs) {
        if (!isWhole(given)) {
            return null;
        }
        KnownKey known = principals.key(KeyText.id(text));
        if (known == null || !MessageDigest.isEqual(hash(), known.key().sha256())) {
            return null;
        }
        return known.key().expired(nowMs) ? null : known;
    }

    private boolean isWhole(CharSequence given) {
        if (given.length() != KeyText.LENGTH) {
            return false;
        }
        for (int i = 0; i < KeyText.LENGTH; i++) {
            char character = given.charAt(i);
            // A key has ASCII only: 0 is none of its characters.
            text[i] = character < 0x80 ? (byte) character : 0;
        }
        return KeyText.isWhole(text, crc);
    }

    private byte[] hash() {
        sha256.update(text);
        try {
            sha256.digest(hash, 0, hash.length);
            return hash;
        } catch (DigestException e) {
            throw new IllegalStateException(e);
        }
    }
}
