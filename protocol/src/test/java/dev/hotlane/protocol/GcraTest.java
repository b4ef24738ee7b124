package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GcraTest {
    private static final long NOW = Gcra.nanos(1_700_000_000_000L);

    @Test
    void aNewBucketIsFullAndEmptiesTokenByToken() {
        long interval = Gcra.interval(10, 1_000);
        assertThat(interval).isEqualTo(100 * Gcra.NANOS_PER_MS);
        long tat = 0;
        for (int left = 4; left >= 0; left--) {
            tat = Gcra.after(tat, NOW, 1, interval);
            assertThat(Gcra.allows(tat, NOW, interval, 5)).isTrue();
            assertThat(Gcra.remaining(tat, NOW, interval, 5)).isEqualTo(left);
        }
        assertThat(Gcra.allows(Gcra.after(tat, NOW, 1, interval), NOW, interval, 5))
                .isFalse();
        assertThat(Gcra.retryAfterMs(tat, NOW, 1, interval, 5)).isEqualTo(100);
        assertThat(Gcra.retryAfterMs(tat, NOW, 5, interval, 5)).isEqualTo(500);
        assertThat(Gcra.resetAfterMs(tat, NOW)).isEqualTo(500);
    }

    @Test
    void anIntervalIsRoundedUpSoThatNoTokenTooManyFlowsIn() {
        assertThat(Gcra.interval(3, 1)).isEqualTo(333_334);
        assertThat(Gcra.interval(Long.MAX_VALUE, 1)).isEqualTo(1);
    }

    @Test
    void waitsAreRoundedUpToWholeMilliseconds() {
        assertThat(Gcra.resetAfterMs(NOW + 1, NOW)).isEqualTo(1);
        assertThat(Gcra.resetAfterMs(NOW, NOW)).isZero();
        assertThat(Gcra.resetAfterMs(NOW - 1, NOW)).isZero();
        assertThat(Gcra.retryAfterMs(NOW, NOW, 1, 1, 1)).isZero();
    }

    @Test
    void refusesWhatNoBucketCanHold() {
        assertThat(Gcra.fits(0, 1, 1, 1)).isTrue();
        assertThat(Gcra.fits(2, 1, 1, 1)).isFalse();
        assertThat(Gcra.fits(-1, 1, 1, 1)).isFalse();
        assertThat(Gcra.fits(1, 0, 1, 1)).isFalse();
        assertThat(Gcra.fits(1, 1, 0, 1)).isFalse();
        assertThat(Gcra.fits(1, 1, 1, 0)).isFalse();
        assertThat(Gcra.fits(1, 1, Long.MAX_VALUE, 1)).isFalse();
        assertThat(Gcra.fits(1, 1, 1, Long.MAX_VALUE)).isFalse();
        assertThat(Gcra.fits(1, 1, Gcra.FILL_NANOS_MAX / Gcra.NANOS_PER_MS, 1)).isTrue();
    }

    /** Two takes of all tokens in one millisecond are less than 2^63 ns apart from the log time, so neither wraps around. */
    @Test
    void theLargestBucketIsNotFilledByAnOverflow() {
        long burst = 1L << 48;
        assertThat(Gcra.fits(burst, 1_000_000, 16_384, burst)).isFalse();
        assertThat(Gcra.fits(burst - 1, 1_000_000, 16_384, burst - 1)).isTrue();
        long tat = Gcra.after(0, NOW, burst - 1, 16_384);
        assertThat(Gcra.allows(Gcra.after(tat, NOW, burst - 1, 16_384), NOW, 16_384, burst - 1))
                .isFalse();
    }

    /** Goal: what fits never overflows. Method: random buckets at the edges, beside unlimited integers. */
    @Test
    void whateverFitsIsExact() {
        long seed = Long.getLong("seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long count = positive(random);
            long periodMs = positive(random);
            long burst = positive(random);
            long tokens = random.nextBoolean() ? burst : random.nextLong(burst);
            if (Gcra.fits(tokens, count, periodMs, burst)) {
                long interval = Gcra.interval(count, periodMs);
                long after = Gcra.after(NOW - 1, NOW, tokens, interval);
                BigInteger exact = BigInteger.valueOf(interval)
                        .multiply(BigInteger.valueOf(tokens))
                        .add(BigInteger.valueOf(NOW));
                assertThat(BigInteger.valueOf(after)).as("seed %d", seed).isEqualTo(exact);
                assertThat(Gcra.allows(after, NOW, interval, burst))
                        .as("seed %d", seed)
                        .isTrue();
                assertThat(Gcra.remaining(after, NOW, interval, burst))
                        .as("seed %d", seed)
                        .isEqualTo(burst - tokens);
            }
        }
    }

    private static long positive(Random random) {
        return 1 + (random.nextLong() >>> 1 + random.nextInt(62));
    }
}
