package dev.hotlane.jmh.cli;

import dev.hotlane.client.BatcherSettings;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.compare.RedisServer;
import dev.hotlane.jmh.lane.callers.CallersBench;
import dev.hotlane.jmh.lane.callers.CallersSettings;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import java.time.Duration;
import java.util.Map;
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
            "Measures sales of one hot counter by many threads of this JVM through the Java client's batcher.",
            "On a stack of its own with a node; with --peer redis in turn with a script in Redis, appendfsync always,",
            "through Lettuce. Exit code 0 only if each counter is short of exactly the units sold, and MySQL equals the",
            "log."
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
            names = "--peer",
            description = "Measures that in turn with the lane; only redis. Needs redis-server in the PATH.")
    private Peer peer;

    /** What sells the same beside the lane. */
    enum Peer {
        redis
    }

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
            description = "Seconds before anything counts, of each (default: ${DEFAULT-VALUE}).")
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
        Usage.require(
                peer == null || RedisServer.program().isPresent(), spec, "--peer", "left out without redis-server");
        Settings.print(spec, spec.commandLine().getOut());
        BatcherSettings batcher = BatcherSettings.USUAL
                .withCalls(Math.max(BatcherSettings.USUAL.bounds().calls(), threads * depth))
                .withStreams(streams)
                .withLinger(Duration.ofNanos(1_000L * linger));
        CallersSettings settings =
                new CallersSettings(threads, depth, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), repeats);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.NODE, Map.of())) {
            CallersBench bench = new CallersBench(lane, batcher, settings, System.out);
            try {
                if (peer != null) {
                    bench.besideRedis(lane);
                }
                return bench.run() ? 0 : 1;
            } finally {
                bench.close();
            }
        }
    }
}
