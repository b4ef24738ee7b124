package dev.hotlane.processor.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlushLimitTest {
    @Test
    void isTheLeastOfWhatIsAnsweredAndWhatATickPassed() {
        long[] replied = {7};
        FlushLimit limit = FlushLimit.of(7, () -> replied[0]);
        replied[0] = 20;
        assertThat(limit.getAsLong()).as("no TICK yet").isEqualTo(7);
        limit.passed().set(30);
        assertThat(limit.getAsLong()).isEqualTo(20);
    }
}
