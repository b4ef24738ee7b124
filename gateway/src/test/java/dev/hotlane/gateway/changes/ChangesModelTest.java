package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import org.junit.jupiter.api.Test;

class ChangesModelTest {
    @Test
    void eachClientHasTheHistoryUpToItsIdWholeAndOnce() {
        int[] counts = ChangesTrial.run(Seed.random().nextLong(), 15);
        assertThat(counts[0]).as("events").isPositive();
        assertThat(counts[1]).as("resumed").isPositive();
        assertThat(counts[2]).as("expired").isPositive();
        assertThat(counts[3]).as("without a place").isPositive();
    }
}
