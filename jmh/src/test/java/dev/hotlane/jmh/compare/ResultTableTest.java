package dev.hotlane.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.chart.Bars;
import dev.hotlane.jmh.load.Counts;
import dev.hotlane.jmh.load.LoadResult;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    @Test
    void showsMediansAndHowOftenHotlaneIsFaster() {
        assertThat(ResultTable.of(9, List.of(result("hotlane", 50_000, 10_000, 40_000), result("b", 10, 30, 20))))
                .isEqualTo("""

                        **9 ms to MySQL and back**

                        | | | sold/s (slowest, fastest run) | p50 ms | p90 | p99 | Hotlane : this | had to retry |
                        |---|---|---|---|---|---|---|---|
                        |  | Hotlane, one node | 40,000 (10,000, 50,000) | 2.00 | 2.00 | 2.00 | 1.00 |  |
                        | b | SELECT FOR UPDATE + INSERT + UPDATE | 20.0 (10.0, 30.0) | 2.00 | 2.00 | 2.00 | 2,000 |  |
                        """);
    }

    @Test
    void tellsWhatEveryContestantKeeps() {
        String table = ResultTable.guarantees(Choice.all());
        assertThat(table).contains("| b, c | yes, sales | kept |").contains("| h1, everysec |");
        assertThat(table.lines().filter(line -> line.startsWith("| g1 to g4")).count())
                .isEqualTo(1);
    }

    @Test
    void drawsABarForEachContestantWithWhatItsAnswersOutlive() {
        ComparePlan plan = ComparePlan.quick(List.of(0), 256);
        Bars bars = ResultBars.of(
                plan, List.of(result("hotlane", 40_000), result("hotlane-flushed", 30_000), result("h1", 20_000)));
        assertThat(bars.bars()).extracting(Bars.Bar::value).containsExactly(40_000.0, 30_000.0, 20_000.0);
        assertThat(bars.bars())
                .extracting(Bars.Bar::note)
                .containsExactly(
                        "survives kill -9, survives power loss with 3 brokers",
                        "survives kill -9, survives power loss",
                        "may be lost by kill -9, may be lost by power loss");
        assertThat(bars.caption()).contains("256 connections", "1 run of 1 s");
    }

    private static Result result(String code, long... sold) {
        Result result = new Result(code);
        for (long number : sold) {
            Histogram latency = new Histogram(600_000_000, 3);
            latency.recordValue(2_000);
            Counts counts = new Counts(number, 0, 0, 0, 0);
            result.addClosed(new LoadResult(
                    number, counts, counts, 1, latency, latency, new TreeMap<>(), new long[0], 0, 0, null));
        }
        return result;
    }
}
