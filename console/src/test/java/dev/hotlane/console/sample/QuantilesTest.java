package dev.hotlane.console.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantilesTest {
    private static final long[] BOUNDS = {1_000, 2_000, 5_000};

    @Test
    void aQuantileLiesInItsBucketByEqualDistances() {
        assertThat(Quantiles.at(0.5, new long[] {0, 10, 0, 0}, BOUNDS)).isEqualTo(1_500);
        assertThat(Quantiles.at(0.5, new long[] {10, 10, 0, 0}, BOUNDS)).isEqualTo(1_000);
    }

    @Test
    void beyondTheGreatestBoundItIsThatBound() {
        assertThat(Quantiles.at(0.99, new long[] {1, 0, 0, 99}, BOUNDS)).isEqualTo(5_000);
    }

    @Test
    void withoutACountThereIsNone() {
        assertThat(Quantiles.at(0.5, new long[4], BOUNDS)).isNaN();
        assertThat(Quantiles.at(0.5, new long[0], new long[0])).isNaN();
    }
}
