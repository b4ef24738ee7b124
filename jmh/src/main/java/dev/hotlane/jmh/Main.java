package dev.hotlane.jmh;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the microbenchmarks: {@code Main [quick|full] [pattern ...]}. {@code quick} takes less than a minute and shows
 * that everything runs and checks; figures worth quoting come from {@code full} (the default) on a quiet machine.
 */
public final class Main {
    private static final String HEAP = "2g";

    private Main() {}

    public static void main(String[] args) throws RunnerException {
        boolean quick = args.length > 0 && args[0].equals("quick");
        boolean named = quick || args.length > 0 && args[0].equals("full");
        ChainedOptionsBuilder options = quick ? quick() : full();
        for (int i = named ? 1 : 0; i < args.length; i++) {
            options.include(args[i]);
        }
        run(options.forks(1));
    }

    private static ChainedOptionsBuilder full() {
        return common().warmupIterations(3)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(2))
                .jvmArgsAppend("-Xms" + HEAP, "-Xmx" + HEAP);
    }

    /** Every benchmark once, on a small window. */
    static ChainedOptionsBuilder quick() {
        return common().warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(500))
                .param("window", "65536")
                .param("keys", "1", "100000");
    }

    private static ChainedOptionsBuilder common() {
        return new OptionsBuilder().shouldFailOnError(true).mode(org.openjdk.jmh.annotations.Mode.Throughput);
    }

    static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        return new Runner(options.build()).run();
    }
}
