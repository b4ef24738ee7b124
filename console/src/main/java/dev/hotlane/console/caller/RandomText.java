package dev.hotlane.console.caller;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Texts that can't be guessed: 43 characters of 256 random bits, which need no escaping in HTML or a cookie. Any thread. */
public final class RandomText {
    private static final int BYTES = 32;
    private static final int LENGTH = 43;
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomText() {}

    /** A new one. */
    public static String make() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether it has the form of one. */
    public static boolean isWhole(String text) {
        return text != null && text.length() == LENGTH && text.matches("[A-Za-z0-9_-]+");
    }

    /** Whether both are the same one, in a time that does not depend on where they differ. */
    public static boolean same(String one, String other) {
        return isWhole(one)
                && isWhole(other)
                && MessageDigest.isEqual(
                        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }
}
