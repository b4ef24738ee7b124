package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.chart.Axis;
import dev.hotlane.infra.chart.Chart;
import dev.hotlane.infra.chart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Two charts of loads at fixed rates: latency by percentile, and latency by rate. Immutable. */
public final class LatencyPicture {
    private static final int NINES = 4;
    private static final double STEP = 0.05;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private LatencyPicture() {}

    /** The picture of what was measured in the open loop. */
    public static String of(List<Measured> measured) {
        List<Measured> open = measured.stream().filter(one -> one.offered() > 0).toList();
        return Chart.stacked(List.of(spectrum(open), byRate(open)));
    }

    private static Chart spectrum(List<Measured> open) {
        List<Series> lines = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        for (Measured one : open) {
            Histogram micros = one.latencyMicros();
            List<Series.Point> points = new ArrayList<>();
            for (double nines = 0; nines < NINES + STEP / 2; nines += STEP) {
                double percentile = 100 * (1 - Math.pow(10, -nines));
                points.add(new Series.Point(nines, micros.getValueAtPercentile(percentile) / 1e3));
            }
            least = Math.min(least, Math.max(0.1, points.get(0).y()));
            most = Math.max(most, points.get(points.size() - 1).y());
            lines.add(new Series(String.format(Locale.ROOT, "%,.0f/s", one.offered()), points));
        }
        return new Chart(
                "Latency by percentile, from the intended time",
                Axis.percentiles(NINES),
                Axis.logarithmic("milliseconds", least, most),
                lines);
    }

    private static Chart byRate(List<Measured> open) {
        List<Measured> sorted = open.stream()
                .sorted((a, b) -> Double.compare(a.offered(), b.offered()))
                .toList();
        List<Series> lines = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        for (double percentile : PERCENTILES) {
            List<Series.Point> points = new ArrayList<>();
            for (Measured one : sorted) {
                double millis = Math.max(0.1, one.millis(percentile));
                points.add(new Series.Point(one.offered(), millis));
                least = Math.min(least, millis);
                most = Math.max(most, millis);
            }
            lines.add(new Series("p" + String.valueOf(percentile).replaceFirst("\\.0$", ""), points));
        }
        return new Chart(
                "Latency by rate",
                Axis.linear(
                        "requests a second, offered",
                        sorted.get(sorted.size() - 1).offered()),
                Axis.logarithmic("milliseconds", least, most),
                lines);
    }
}
