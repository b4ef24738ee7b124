package dev.hotlane.jmh.lane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SalesInTurnTest {
    @Test
    void medianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(SalesInTurn.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(SalesInTurn.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
    }
}
