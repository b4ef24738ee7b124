package dev.hotlane.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * The text of an API key: {@code hl_}, 8 characters of the id, {@code _}, 43 of the secret, 6 of the CRC32 of all before
 * them. The characters are 0-9A-Za-z, so 43 of them have 256 random bits. The CRC lets scanners of code find lost keys,
 * and refuses a mistyped one before it is hashed. Any thread.
 */
public final class KeyText {
    /** Characters of a key. */
    public static final int LENGTH = 61;

    /** Characters of its id. */
    public static final int ID_LENGTH = 8;

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String BEGIN = "hl_";
    private static final int ID_AT = BEGIN.length();
    private static final int SECRET_LENGTH = 43;
    private static final int CRC_LENGTH = 6;
    private static final int CRC_AT = LENGTH - CRC_LENGTH;

    private KeyText() {}

    /** A new key. Nothing else contains its text, so a lost key can only be replaced by another one. */
    public static String make() {
        return make(new SecureRandom());
    }

    static String make(RandomGenerator random) {
        StringBuilder text = new StringBuilder(LENGTH).append(BEGIN);
        digits(text, ID_LENGTH, random);
        digits(text.append('_'), SECRET_LENGTH, random);
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        for (int i = 0; i < CRC_LENGTH; i++) {
            text.append((char) crcDigit(crc.getValue(), i));
        }
        return text.toString();
    }

    private static void digits(StringBuilder text, int count, RandomGenerator random) {
        for (int i = 0; i < count; i++) {
            text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
    }

    /** What the file has of a key with this text. */
    public static ApiKey entry(String text, long expiresMs) {
        byte[] hash = sha256().digest(text.getBytes(StandardCharsets.US_ASCII));
        return new ApiKey(text.substring(ID_AT, ID_AT + ID_LENGTH), hash, expiresMs);
    }

    /** Whether these {@link #LENGTH} bytes are a key with its right CRC. */
    static boolean isWhole(byte[] text, CRC32 crc) {
        for (int i = 0; i < LENGTH; i++) {
            boolean right =
                    i < ID_AT ? text[i] == BEGIN.charAt(i) : i == ID_AT + ID_LENGTH ? text[i] == '_' : isDigit(text[i]);
            if (!right) {
                return false;
            }
        }
        crc.reset();
        crc.update(text, 0, CRC_AT);
        for (int i = 0; i < CRC_LENGTH; i++) {
            if (text[CRC_AT + i] != crcDigit(crc.getValue(), i)) {
                return false;
            }
        }
        return true;
    }

    /** The id of a whole key, as one number. */
    static long id(byte[] text) {
        long id = 0;
        for (int i = ID_AT; i < ID_AT + ID_LENGTH; i++) {
            id = id << Byte.SIZE | text[i];
        }
        return id;
    }

    /** The same number of an id alone. */
    static long id(String id) {
        long number = 0;
        for (int i = 0; i < ID_LENGTH; i++) {
            number = number << Byte.SIZE | id.charAt(i);
        }
        return number;
    }

    /** Whether a text can be the id of a key. */
    public static boolean isId(String text) {
        return text.length() == ID_LENGTH && text.chars().allMatch(KeyText::isDigit);
    }

    /** SHA-256, which every JDK has. */
    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9'
                || character >= 'A' && character <= 'Z'
                || character >= 'a' && character <= 'z';
    }

    /** The digit at a place from the left; the number has 6 digits to the base 62. */
    private static byte crcDigit(long crc, int place) {
        long rest = crc;
        for (int i = place + 1; i < CRC_LENGTH; i++) {
            rest /= DIGITS.length();
        }
        return (byte) DIGITS.charAt((int) (rest % DIGITS.length()));
    }
}
