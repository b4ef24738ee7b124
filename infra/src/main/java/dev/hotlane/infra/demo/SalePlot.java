package dev.hotlane.infra.demo;

import dev.hotlane.infra.chart.Axis;
import dev.hotlane.infra.chart.Chart;
import dev.hotlane.infra.chart.Series;
import dev.hotlane.infra.past.HistoryQuery;
import dev.hotlane.infra.past.LogHistory;
import dev.hotlane.infra.past.PastRange;
import dev.hotlane.infra.past.TracedChange;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of a sale: units left, held and confirmed as the log has them, and below the times of the answers. One
 * thread.
 */
final class SalePlot {
    private static final double MILLIS = 1_000;

    private final long startMillis;
    private final List<Series.Point> left = new ArrayList<>();
    private final List<Series.Point> held = new ArrayList<>();
    private final List<Series.Point> confirmed = new ArrayList<>();

    /** @param startMillis epoch milliseconds at which the rush began, the picture's 0 */
    SalePlot(long startMillis) {
        this.startMillis = startMillis;
    }

    /** Reads the log of the deal's counter. */
    SalePlot read(KafkaConnection kafka, String lane) {
        new LogHistory(kafka, lane, List.of(), 1, note -> {})
                .read(new HistoryQuery(HistoryQuery.Kind.KEY, Deal.STOCK, ""), PastRange.WHOLE, this::add);
        return this;
    }

    void add(TracedChange change) {
        double seconds = Math.max(0, (change.time() - startMillis) / MILLIS);
        step(left, seconds, change.after().value());
        step(held, seconds, change.after().held());
        step(confirmed, seconds, change.after().confirmed());
    }

    /** A counter keeps its value until it changes. */
    private static void step(List<Series.Point> line, double seconds, long value) {
        if (!line.isEmpty()) {
            line.add(new Series.Point(seconds, line.get(line.size() - 1).y()));
        }
        line.add(new Series.Point(seconds, value));
    }

    /** Units that the log has confirmed at its end. */
    long confirmedUnits() {
        return confirmed.isEmpty()
                ? 0
                : (long) confirmed.get(confirmed.size() - 1).y();
    }

    /**
     * Draws it.
     *
     * @param killedMillis epoch milliseconds of the kill
     */
    String svg(Deal deal, long killedMillis, AnswerTimes times) {
        Series slowest = times.share("slowest", 1);
        Series median = times.share("median", 0.5);
        double end = Math.max(end(left), end(slowest.points()));
        Axis seconds = Axis.linear("seconds", end);
        List<Axis.Tick> kill = List.of(new Axis.Tick((killedMillis - startMillis) / MILLIS, "kill -9 of the leader"));
        double worst =
                slowest.points().stream().mapToDouble(Series.Point::y).max().orElse(1);
        return Chart.stacked(List.of(
                new Chart(
                        String.format("%,d units, %,d buyers: what the log says", deal.units(), deal.buyers()),
                        seconds,
                        Axis.linear("units", deal.units()),
                        List.of(new Series("left", left), new Series("held", held), new Series("confirmed", confirmed)),
                        kill),
                new Chart(
                        "From the first try of a call to its answer, per tenth of a second",
                        seconds,
                        Axis.logarithmic("ms", 1, Math.max(10, worst)),
                        List.of(median, slowest),
                        kill)));
    }

    private static double end(List<Series.Point> line) {
        return line.isEmpty() ? 0 : line.get(line.size() - 1).x();
    }
}
