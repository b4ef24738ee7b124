package dev.hotlane.jmh;

import dev.hotlane.jmh.micro.ArcturusTable;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the microbenchmarks: {@code Main [quick|full|arcturus] [pattern ...]}. {@code quick} takes about a minute and shows
 * that everything runs and checks; {@code arcturus} prints hBatching and vBatching on the workload of Arcturus' slides as a
 * table in three minutes; figures worth quoting come from these and from {@code full} (the default) on a quiet machine.
 */
public final class Main {
    private static final String HEAP = "2g";

    private Main() {}

    public static void main(String[] args) throws RunnerException {
        String mode = args.length > 0 ? args[0] : "full";
        if (mode.equals("arcturus")) {
            // The shorter, the less of somebody else's work on the machine gets between two lines.
            ArcturusTable.print(
                    full().warmupTime(TimeValue.milliseconds(700))
                            .measurementTime(TimeValue.milliseconds(400))
                            .build(),
                    System.out);
            return;
        }
        boolean quick = mode.equals("quick");
        ChainedOptionsBuilder options = quick ? quick() : full();
        for (int i = quick || mode.equals("full") ? 1 : 0; i < args.length; i++) {
            options.include(args[i]);
        }
        run(options);
    }

    /** In a JVM of its own for each set of parameters, with a processor's huge pages; allocation is reported. */
    private static ChainedOptionsBuilder full() {
        return common().forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(7)
                .measurementTime(TimeValue.milliseconds(800))
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+UseTransparentHugePages");
    }

    /** Every benchmark once, small, in this JVM. */
    static ChainedOptionsBuilder quick() {
        return common().forks(0)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(200))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(200))
                .param("window", "65536")
                .param("keys", "100000")
                .param("distinct", "1000")
                .param("updates", "3")
                .param("ops", "3")
                .param("holds", "1000");
    }

    private static ChainedOptionsBuilder common() {
        return new OptionsBuilder().shouldFailOnError(true).mode(org.openjdk.jmh.annotations.Mode.Throughput);
    }

    static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        return new Runner(options.build()).run();
    }
}
