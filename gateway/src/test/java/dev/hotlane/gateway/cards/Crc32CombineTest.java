package dev.hotlane.gateway.cards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class Crc32CombineTest {
    private static final int LENGTH_MAX = 70_000;
    private static final int FEW_SPLITS = 20_000;
    private static final int SPLITS = 1_000_000;
    private static final long LONGEST = 1L << 31;
    private static final int LONG_TEXTS = 40;

    private final Random random = Seed.random();

    @Test
    void agreesWithTheJdkOnRandomSplits() {
        requireSplits(FEW_SPLITS);
    }

    @Test
    @Tag("long")
    void agreesWithTheJdkOnAMillionRandomSplits() {
        requireSplits(SPLITS);
    }

    private void requireSplits(int splits) {
        byte[] bytes = new byte[4 * LENGTH_MAX];
        random.nextBytes(bytes);
        for (int i = 0; i < splits; i++) {
            // One in four is short, so that every small length is there often.
            int length = random.nextInt(random.nextInt(4) == 0 ? 300 : LENGTH_MAX + 1);
            int from = random.nextInt(bytes.length - length + 1);
            int split = random.nextInt(length + 1);
            int first = crc(bytes, from, split);
            int second = crc(bytes, from + split, length - split);
            int combined = Crc32Combine.combine(first, second, Crc32Combine.operator(length - split));
            if (combined != crc(bytes, from, length)) {
                assertThat(combined)
                        .as("%d bytes from %d, split at %d", length, from, split)
                        .isEqualTo(crc(bytes, from, length));
            }
        }
    }

    @Test
    void operatorsOfTheLongestTextsAgreeWithTheJdk() {
        requireOperators(LongStream.of(LONGEST - 1, LONGEST));
    }

    @Test
    @Tag("long")
    void operatorsOfLongTextsAgreeWithTheJdk() {
        requireOperators(random.longs(LONG_TEXTS, 0, LONGEST + 1));
    }

    /** Goal: the operator of n bytes moves a CRC past n bytes. Method: a random text with n NULs behind it. */
    private void requireOperators(LongStream lengths) {
        byte[] text = new byte[50];
        byte[] nuls = new byte[1 << 20];
        lengths.forEach(length -> {
            random.nextBytes(text);
            CRC32 whole = new CRC32();
            whole.update(text);
            CRC32 behind = new CRC32();
            for (long rest = length; rest > 0; rest -= nuls.length) {
                int next = (int) Math.min(rest, nuls.length);
                whole.update(nuls, 0, next);
                behind.update(nuls, 0, next);
            }
            int operator = Crc32Combine.operator(length);
            assertThat(Crc32Combine.combine(crc(text, 0, text.length), (int) behind.getValue(), operator))
                    .as("%d bytes", length)
                    .isEqualTo((int) whole.getValue());
        });
    }

    /** Goal: every row of the table. Method: x has the period 2^32 - 1, so operators of far lengths repeat near ones. */
    @Test
    void operatorsRepeatAfterThePeriodOfX() {
        long period = (1L << 32) - 1;
        for (int i = 0; i < FEW_SPLITS; i++) {
            long length = random.nextLong(period);
            long rounds = random.nextLong(Long.MAX_VALUE / period - 1);
            assertThat(Crc32Combine.operator(length + rounds * period)).isEqualTo(Crc32Combine.operator(length));
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
