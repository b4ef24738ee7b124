package dev.hotlane.protocol.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BehindSinceTest {
    private static final long SECOND = 1_000_000_000L;

    private final BehindSince behind = new BehindSince();

    @Test
    void theAgeIsThatOfTheOldestThingThatIsNotDone() {
        for (int second = 0; second <= 10; second++) {
            // 100 a second come, and 50 a second are done.
            behind.look(100L * (second + 1), 50L * second, second * SECOND);
        }
        // At 10 s all below 500 are done; the first mark above is that of second 5, where the row ended at 600.
        assertThat(behind.seconds(10 * SECOND)).isEqualTo(5);
        assertThat(behind.seconds(12 * SECOND)).as("while nothing looks").isEqualTo(7);
    }

    @Test
    void whatKeepsUpIsNotOld() {
        for (int second = 0; second <= 10; second++) {
            behind.look(100L * (second + 1), 100L * second, second * SECOND);
        }
        assertThat(behind.seconds(10 * SECOND)).isZero();
        behind.look(1_101, 1_101, 11 * SECOND);
        assertThat(behind.seconds(20 * SECOND)).isZero();
    }

    @Test
    void anotherOnesWorkHasNoAge() {
        behind.look(10, 0, 0);
        assertThat(behind.seconds(5 * SECOND)).isEqualTo(5);
        behind.clear();
        assertThat(behind.seconds(5 * SECOND)).isZero();
    }
}
