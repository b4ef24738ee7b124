package dev.hotlane.infra.warm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a speed counts as no longer rising. */
class PlateauTest {
    private final Plateau plateau = new Plateau(3);

    @Test
    void aSpeedThatRisesInEveryWindowHasNoPlateau() {
        assertThat(windowsUntilReached(100, 200, 400, 800, 1_600, 3_200)).isEqualTo(-1);
    }

    @Test
    void threeWindowsWithoutARiseAreOne() {
        assertThat(windowsUntilReached(100, 200, 200, 200, 200)).isEqualTo(5);
    }

    @Test
    void aRiseOfLessThanThreePercentIsNone() {
        assertThat(windowsUntilReached(1_000, 1_010, 1_020, 1_029)).isEqualTo(4);
    }

    @Test
    void aSlowRiseCountsAgainstTheBestSpeedAndNotAgainstTheLast() {
        assertThat(windowsUntilReached(1_000, 1_020, 1_040, 1_060, 1_080, 1_100, 1_120))
                .isEqualTo(-1);
    }

    @Test
    void aDipDelaysThePlateauOnlyIfTheSpeedThenExceedsTheBest() {
        assertThat(windowsUntilReached(1_000, 300, 300, 1_500, 300, 1_400, 1_500))
                .isEqualTo(7);
    }

    @Test
    void noAnswerAtAllIsNoPlateau() {
        assertThat(windowsUntilReached(0, 0, 0, 0, 0, 0)).isEqualTo(-1);
    }

    private int windowsUntilReached(double... speeds) {
        for (int i = 0; i < speeds.length; i++) {
            if (plateau.reached(speeds[i])) {
                return i + 1;
            }
        }
        return -1;
    }
}
