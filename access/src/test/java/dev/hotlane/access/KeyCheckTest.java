package dev.hotlane.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class KeyCheckTest {
    private static final long NEVER = Long.MAX_VALUE;
    private static final int ROUND = 10_000;
    private static final int ROUNDS_MAX = 20;

    private final Random random = Seeds.random();
    private final KeyCheck check = new KeyCheck();

    @Test
    void eachKeyOfAPrincipalFindsIt() {
        List<String> texts = Samples.keys(random, 3);
        Principals principals = of("checkout", texts);
        for (String text : texts) {
            assertThat(check.find(principals, text, 0)).as(Seeds.words()).isNotNull();
            assertThat(check.find(principals, text, 0).principal().name()).isEqualTo("checkout");
        }
    }

    @Test
    void eachOfManyKeysFindsItsOwnPrincipalAndNoOther() {
        List<Principal> all = new ArrayList<>();
        List<String> texts = Samples.keys(random, 500);
        for (int i = 0; i < texts.size(); i++) {
            all.add(Samples.principal("p" + i, KeyText.entry(texts.get(i), NEVER)));
        }
        Principals principals = new Principals(all);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(check.find(principals, texts.get(i), 0).principal().name())
                    .as(Seeds.words())
                    .isEqualTo("p" + i);
        }
        assertThat(check.find(principals, KeyText.make(random), 0)).isNull();
        assertThat(check.find(new Principals(List.of()), texts.get(0), 0)).isNull();
    }

    @Test
    void anotherSecretWithTheSameIdAndARightCrcIsRefused() {
        String text = KeyText.make(random);
        Principals principals = of("checkout", List.of(text));
        for (int at = 12; at < 55; at++) {
            String forged =
                    withCrc(text.substring(0, at) + (text.charAt(at) == 'x' ? 'y' : 'x') + text.substring(at + 1, 55));
            assertThat(check.find(principals, forged, 0)).as("character " + at).isNull();
        }
        assertThat(check.find(principals, text, 0)).isNotNull();
    }

    @Test
    void aKeyIsValidUpToTheMomentBeforeItsExpiry() {
        String text = KeyText.make(random);
        Principals principals = new Principals(List.of(Samples.principal("checkout", KeyText.entry(text, 1_000))));
        assertThat(check.find(principals, text, 999)).isNotNull();
        assertThat(check.find(principals, text, 1_000)).isNull();
        assertThat(check.find(principals, text, NEVER)).isNull();
    }

    @Test
    void whatIsNoKeyIsRefused() {
        String text = KeyText.make(random);
        Principals principals = of("checkout", List.of(text));
        List<String> wrong = List.of(
                "",
                text.substring(1),
                text + "0",
                " " + text.substring(1),
                "HL_" + text.substring(3),
                text.replaceFirst("hl_", "hl-"),
                text.substring(0, 20) + "\u0161" + text.substring(21),
                // A character whose low byte is that of the right one.
                text.substring(0, 20) + (char) (text.charAt(20) + 0x100) + text.substring(21));
        for (String one : wrong) {
            assertThat(check.find(principals, one, 0)).as(one).isNull();
        }
    }

    @Test
    void aLookUpAllocatesNothing() {
        List<String> texts = Samples.keys(random, 50);
        Principals principals = of("checkout", texts);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The JVM charges a thread for compiling its code: one round of several must be clean.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > ROUND / 100; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUND; i++) {
                if (check.find(principals, texts.get(i % 50), i) == null) {
                    throw new AssertionError(Seeds.words());
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes of %d look-ups", ROUND).isLessThanOrEqualTo(ROUND / 100);
    }

    private static Principals of(String name, List<String> texts) {
        ApiKey[] keys = texts.stream().map(text -> KeyText.entry(text, NEVER)).toArray(ApiKey[]::new);
        return new Principals(List.of(Samples.principal(name, keys)));
    }

    private static String withCrc(String begin) {
        CRC32 crc = new CRC32();
        crc.update(begin.getBytes(StandardCharsets.US_ASCII));
        StringBuilder end = new StringBuilder();
        for (long rest = crc.getValue(); end.length() < 6; rest /= 62) {
            int digit = (int) (rest % 62);
            end.insert(0, (char) (digit < 10 ? '0' + digit : digit < 36 ? 'A' + digit - 10 : 'a' + digit - 36));
        }
        return begin + end;
    }
}
