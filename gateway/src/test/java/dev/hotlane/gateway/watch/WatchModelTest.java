package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import org.junit.jupiter.api.Test;

class WatchModelTest {
    private static final int ROUNDS = 60;

    @Test
    void whatAClientHasEqualsTheModelAndNeverGoesBack() {
        int[] counts = WatchTrial.run(Seed.random().nextLong(), ROUNDS);
        assertThat(counts[0]).as("resumed").isGreaterThan(300);
        assertThat(counts[1]).as("resets").isGreaterThan(300);
        assertThat(counts[2]).as("cut off").isPositive();
    }
}
