package dev.hotlane.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

class QuickRunTest {
    @Test
    void everyBenchmarkRunsAndItsResultIsRight() throws RunnerException {
        TimeValue shortly = TimeValue.milliseconds(20);
        Collection<RunResult> results =
                Main.run(Main.quick().include("\\.micro\\.").warmupIterations(0).measurementTime(shortly));
        assertThat(results)
                .extracting(result -> result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)", "$1"))
                .contains(
                        "CallerBenchmark.knownToken",
                        "CodecBenchmark.encode",
                        "ArcturusBenchmark.transactions",
                        "StateApplyBenchmark.apply",
                        "ViewBenchmark.commands",
                        "WholeProcessorBenchmark.commands")
                .hasSize(1 + 3 + 3 + 2 + 4 + 3 + 2 + 2 + 1);
    }
}
