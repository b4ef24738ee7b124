package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.feed.FeedBench;
import dev.hotlane.jmh.feed.FeedBenchSettings;
import dev.hotlane.jmh.feed.rivals.FeedRivals;
import dev.hotlane.jmh.feed.rivals.RivalPlan;
import dev.hotlane.jmh.feed.rivals.RivalPlan.Times;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench feed`: what the change feed costs and how fast it is. */
@Command(
        name = "feed",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what the change feed costs sales, and how soon a change is visible.",
            "Three nodes, each with a broker and a database of its own: without a feed, with a feed of the stock only,"
                    + " with",
            "a feed of everything. They sell in turn; a feed rests while its lane does. Then a reader follows single"
                    + " writes,",
            "and a feed catches up. Exit code 0 only if every unit is where the answers say, MySQL equals the log and"
                    + " the",
            "topics of the feeds equal it too.",
            "With --rivals instead: a node with a feed, then etcd, NATS, Redis and Kafka Streams behind a front with"
                    + " the same",
            "streams, each alone. Exit code 0 only if ours lost and doubled no event, and each counter has what was written",
            "last. What is not installed is named."
        })
final class BenchFeedCommand implements Callable<Integer> {
    private static final long SEED = 1;

    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "256",
            description = "Connections of the closed loop (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "30",
            description = "Seconds of load for each lane before anything counts (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "8",
            description = "Of each load (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "How often each lane is loaded, and a feed catches up, for medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--probes",
            paramLabel = "N",
            defaultValue = "200",
            description = "Writes that a reader follows, one by one (default: ${DEFAULT-VALUE}).")
    private int probes;

    @Option(
            names = "--commands",
            paramLabel = "N",
            defaultValue = "600000",
            description = "Commands that a feed catches up with, in each round; 0: none (default: ${DEFAULT-VALUE}).")
    private int commands;

    @Option(
            names = "--feed-jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "-Xms3g -Xmx3g " + Jvm.WARM_UP_SOON,
            description = "Flags of the feeds' JVMs (default: ${DEFAULT-VALUE}).")
    private String feedFlags;

    @Option(
            names = "--alone",
            description =
                    "Starts only the lane with a feed of everything, so that it has the machine: no sales are compared.")
    private boolean alone;

    @Option(names = "--rivals", description = "Measures the streams of the feed beside its rivals, and nothing else.")
    private boolean rivals;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "8",
            description = "Clients of each rival; each gets every change (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Writes a second to each rival while delays are measured (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--reconnects",
            paramLabel = "N",
            defaultValue = "20",
            description = "Forced reconnects of the clients of each rival (default: ${DEFAULT-VALUE}).")
    private int reconnects;

    @Override
    public Integer call() throws Exception {
        LoadOptions.requireConnections(connections, spec);
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Usage.requireAtLeast(1, probes, spec, "--probes");
        Usage.requireAtLeast(0, commands, spec, "--commands");
        Usage.requireAtLeast(1, streams, spec, "--streams");
        Usage.requireAtLeast(1, rate, spec, "--rate");
        Usage.requireAtLeast(0, reconnects, spec, "--reconnects");
        Settings.print(spec, spec.commandLine().getOut());
        List<String> flags = List.of(feedFlags.trim().split("\\s+"));
        Times times = new Times(Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
        return rivals
                ? FeedRivals.run(
                                jvms.jvms(),
                                new RivalPlan(connections, streams, rate, times, reconnects, SEED, flags),
                                System.out)
                        ? 0
                        : 1
                : sales(flags);
    }

    private int sales(List<String> flags) throws InterruptedException {
        FeedBenchSettings settings = new FeedBenchSettings(
                connections,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                rounds,
                probes,
                commands,
                !alone,
                flags);
        return FeedBench.run(jvms.jvms(), settings, System.out) ? 0 : 1;
    }
}
