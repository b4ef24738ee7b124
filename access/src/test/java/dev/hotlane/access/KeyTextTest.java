package dev.hotlane.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class KeyTextTest {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int ROUNDS = 500;

    @Test
    void aKeyHasTheFormThatThePageDescribes() {
        Random random = Seeds.random();
        for (int i = 0; i < ROUNDS; i++) {
            String text = KeyText.make(random);
            assertThat(text).as(Seeds.words()).matches("hl_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}");
            assertThat(decoded(text.substring(55))).isEqualTo(crcOf(text.substring(0, 55)));
            assertThat(isWhole(text)).isTrue();
        }
    }

    @Test
    void aSecretHas256Bits() {
        assertThat(BigInteger.valueOf(62).pow(43)).isGreaterThan(BigInteger.TWO.pow(256));
        Set<String> made = new HashSet<>();
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(made.add(KeyText.make())).isTrue();
        }
    }

    @Test
    void oneWrongCharacterIsFound() {
        Random random = Seeds.random();
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder text = new StringBuilder(KeyText.make(random));
            int at = random.nextInt(text.length());
            char other = DIGITS.charAt(random.nextInt(DIGITS.length()));
            if (text.charAt(at) != other) {
                text.setCharAt(at, other);
                assertThat(isWhole(text.toString()))
                        .as(Seeds.words() + ": " + text)
                        .isFalse();
            }
        }
    }

    @Test
    void theEntryHasTheIdAndTheHashOfTheWholeText() throws Exception {
        String text = KeyText.make(Seeds.random());
        ApiKey entry = KeyText.entry(text, 5);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        assertThat(entry.id()).isEqualTo(text.substring(3, 11));
        assertThat(KeyText.isId(entry.id())).isTrue();
        assertThat(entry.sha256()).isEqualTo(hash);
        assertThat(KeyText.id(entry.id())).isEqualTo(KeyText.id(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean isWhole(String text) {
        return KeyText.isWhole(text.getBytes(StandardCharsets.UTF_8), new CRC32());
    }

    private static long decoded(String digits) {
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            number = number * 62 + DIGITS.indexOf(digits.charAt(i));
        }
        return number;
    }

    private static long crcOf(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }
}
