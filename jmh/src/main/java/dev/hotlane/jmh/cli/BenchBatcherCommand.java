package dev.hotlane.jmh.cli;

import dev.hotlane.client.BatcherSettings;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BatcherBench;
import dev.hotlane.jmh.lane.http.BatcherBenchSettings;
import dev.hotlane.jmh.lane.http.BenchLane;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench batcher`: many threads of one JVM through the Java client's batcher. */
@Command(
        name = "batcher",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the whole lane, called by many threads of this JVM through the Java client's batcher.",
            "One hot key, on a stack of its own. Exit code 0 only if the counter has one unit per call that is done,",
            "and MySQL equals the log."
        })
final class BenchBatcherCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "Callers (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "1",
            description = "Calls that each has under way (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "4",
            description = "Batches under way (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = "--linger-us",
            paramLabel = "US",
            defaultValue = "1000",
            description = "Longest wait of a call for others, in microseconds (default: ${DEFAULT-VALUE}).")
    private int linger;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "45",
            description = "Seconds before anything counts: four JVMs warm up (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Of each measurement (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often it is measured, for medians (default: ${DEFAULT-VALUE}).")
    private int repeats;

    @Override
    public Integer call() throws InterruptedException {
        Usage.require(threads >= 1 && threads <= 1_024, spec, "--threads", "1..1,024");
        Usage.require(depth >= 1 && depth <= 1_024, spec, "--depth", "1..1,024");
        Usage.require(streams >= 1 && streams <= 64, spec, "--streams", "1..64");
        Usage.require(linger >= 0 && linger <= 1_000_000, spec, "--linger-us", "0..1,000,000");
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, repeats, spec, "--repeats");
        Settings.print(spec, spec.commandLine().getOut());
        BatcherSettings batcher = BatcherSettings.USUAL
                .withCalls(Math.max(BatcherSettings.USUAL.bounds().calls(), threads * depth))
                .withStreams(streams)
                .withLinger(Duration.ofNanos(1_000L * linger));
        BatcherBenchSettings settings = new BatcherBenchSettings(
                threads, depth, batcher, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), repeats);
        try (BenchLane lane = BenchLane.start(jvms.jvms())) {
            return new BatcherBench(lane, settings, System.out).run() ? 0 : 1;
        }
    }
}
