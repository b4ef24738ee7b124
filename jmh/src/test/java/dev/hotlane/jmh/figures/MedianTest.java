package dev.hotlane.jmh.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The middle of figures, however they are given. */
class MedianTest {
    @Test
    void ofAnOddNumberItIsTheOneInTheMiddle() {
        assertThat(Median.of(3, 1, 2)).isEqualTo(2);
        assertThat(Median.of(List.of(5.0, 1.0, 9.0, 2.0, 4.0))).isEqualTo(4);
    }

    @Test
    void ofAnEvenNumberItIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Median.of(4, 1, 2, 3)).isEqualTo(2.5);
        assertThat(Median.of(List.of(10.0, 20.0))).isEqualTo(15);
    }

    @Test
    void ofOneItIsThatOne() {
        assertThat(Median.of(7)).isEqualTo(7);
        assertThat(Median.of(List.of(-7.5))).isEqualTo(-7.5);
    }

    @Test
    void ofNoneThereIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Median.of())
                .withMessage("a median needs at least one figure, found none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Median.of(List.of()))
                .withMessageContaining("at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Median.of(List.<String>of(), String::length))
                .withMessageContaining("at least one");
    }

    @Test
    void theFigureOfEachCountsAndNotItsPlace() {
        assertThat(Median.of(List.of("four", "one", "sixteen"), String::length)).isEqualTo(4);
    }

    @Test
    void theFiguresStayInTheirOrder() {
        double[] figures = {3, 1, 2};
        assertThat(Median.of(figures)).isEqualTo(2);
        assertThat(figures).containsExactly(3, 1, 2);
    }
}
