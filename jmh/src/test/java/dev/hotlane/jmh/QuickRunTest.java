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
        TimeValue shortly = TimeValue.milliseconds(50);
        Collection<RunResult> results = Main.run(
                Main.quick().warmupTime(shortly).measurementTime(shortly).forks(0));
        assertThat(results).hasSize(1 + 1 + 2 + 4);
    }
}
