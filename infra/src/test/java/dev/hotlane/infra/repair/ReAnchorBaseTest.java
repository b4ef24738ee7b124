package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where the sequences of a new topic begin: at a round number, far above all that was told. */
class ReAnchorBaseTest {
    private static final long STEP = ReAnchor.SEQUENCE_STEP;

    @Test
    void liesAtLeastAStepAboveAndIsAMultipleOfIt() {
        assertThat(ReAnchor.base(0)).isEqualTo(2 * STEP);
        assertThat(ReAnchor.base(STEP - 1)).isEqualTo(2 * STEP);
        assertThat(ReAnchor.base(STEP)).isEqualTo(3 * STEP);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long told = random.nextLong(1L << 51);
            long base = ReAnchor.base(told);
            assertThat(base % STEP).isZero();
            assertThat(base - told).isBetween(STEP, 2 * STEP);
        }
    }

    @Test
    void refusesToLeaveTheNumbersThatJsonKeepsExact() {
        assertThatThrownBy(() -> ReAnchor.base(1L << 52))
                .isInstanceOf(RepairException.class)
                .hasMessageContaining("2^53");
    }
}
