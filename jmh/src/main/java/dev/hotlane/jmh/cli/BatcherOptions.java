package dev.hotlane.jmh.cli;

import dev.hotlane.client.BatcherSettings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.callers.CallersSettings;
import dev.hotlane.jmh.servers.RedisServer;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Many threads of one JVM that call through the Java client's batcher: a picocli mixin. */
final class BatcherOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "Form batcher: callers (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "1",
            description = "Form batcher: calls that each has under way (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "4",
            description = "Form batcher: batches under way (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = "--linger-us",
            paramLabel = "US",
            defaultValue = "1000",
            description =
                    "Form batcher: longest wait of a call for others, in microseconds (default: ${DEFAULT-VALUE}).")
    private int linger;

    @Option(
            names = "--peer",
            description = {
                "Form batcher: measures ${COMPLETION-CANDIDATES} in turn with the lane: a script through Lettuce,",
                "appendfsync always. Needs redis-server in the PATH."
            })
    private Peer peer;

    /** What sells the same beside the lane. */
    enum Peer {
        redis
    }

    void check(CommandSpec spec) {
        Usage.require(threads >= 1 && threads <= 1_024, spec, "--threads", "1..1,024");
        Usage.require(depth >= 1 && depth <= 1_024, spec, "--depth", "1..1,024");
        Usage.require(streams >= 1 && streams <= 64, spec, "--streams", "1..64");
        Usage.require(linger >= 0 && linger <= 1_000_000, spec, "--linger-us", "0..1,000,000");
        boolean possible = peer == null || RedisServer.program().isPresent();
        Usage.require(possible, spec, "--peer", "left out where the PATH has no redis-server");
    }

    boolean besideRedis() {
        return peer == Peer.redis;
    }

    BatcherSettings batcher() {
        return BatcherSettings.USUAL
                .withCalls(Math.max(BatcherSettings.USUAL.bounds().calls(), threads * depth))
                .withStreams(streams)
                .withLinger(Duration.ofNanos(1_000L * linger));
    }

    CallersSettings callers(Duration warmUp, Duration window, int windows) {
        return new CallersSettings(threads, depth, warmUp, window, windows);
    }
}
