package dev.hotlane.jmh.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class SaturationSearchTest {
    @Test
    void findsTheRateAboveWhichAnswersStayAway() {
        assertThat(SaturationSearch.find(1_000, 8, 100, rate -> answered(Math.min(rate, 700), 1)))
                .isCloseTo(700, withPercentage(2));
    }

    @Test
    void findsTheRateAboveWhichAnswersAreLate() {
        assertThat(SaturationSearch.find(1_000, 8, 100, rate -> answered(rate, rate > 500 ? 101 : 99)))
                .isCloseTo(500, withPercentage(2))
                .isLessThanOrEqualTo(500);
    }

    @Test
    void findsNothingWhereNothingIs() {
        assertThat(SaturationSearch.find(1_000, 4, 100, rate -> answered(0, 1))).isZero();
    }

    private static LoadResult answered(double rate, long millis) {
        Histogram latency = new Histogram(3);
        latency.recordValue(millis * 1_000);
        Counts counts = new Counts((long) rate, 0, 0, 0, 0);
        return new LoadResult(0, counts, counts, 1, latency, latency, new TreeMap<>(), new long[0], 0, 0, null);
    }
}
