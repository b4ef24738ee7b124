package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Usage;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.jmh.lane.LocalReadFaultsBench;
import dev.hotlane.jmh.lane.ReplayBench;
import dev.hotlane.jmh.lane.TakeOverBench;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench`: measurements on a stack of their own; each checks its own result. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures the lane on a broker and a database of its own.",
        synopsisSubcommandLabel = "WHAT",
        subcommands = {
            BenchHttpCommand.class,
            BenchCurvesCommand.class,
            BenchFeedCommand.class,
            BenchHostileCommand.class,
            BenchLaneCommand.class,
            BenchObserveCommand.class,
            BenchReadsCommand.class,
            BenchTimeCommand.class,
            BenchTransactionsCommand.class
        })
final class BenchCommand {
    @Spec
    private CommandSpec spec;

    /** Which measurement was asked for. */
    private CommandSpec running() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }

    @Command(
            name = "replay",
            mixinStandardHelpOptions = true,
            description = {
                "Measures how fast a full log is replayed.",
                "Also how soon a processor with a full checkpoint is ready. Exit code 0 only if MySQL equals the",
                "log at the end."
            })
    int replay(
            @Option(
                            names = "--commands",
                            paramLabel = "N",
                            defaultValue = "6000000",
                            description = "Commands in the log (default: ${DEFAULT-VALUE}).")
                    int commands,
            @Option(
                            names = "--tail",
                            paramLabel = "N",
                            defaultValue = "1000000",
                            description = "Further ones that the last start has to replay (default: ${DEFAULT-VALUE}).")
                    int tail,
            @Option(
                            names = "--keys",
                            paramLabel = "N",
                            defaultValue = "1000000",
                            description = "Keys they touch, uniformly (default: ${DEFAULT-VALUE}).")
                    int keys,
            @Option(
                            names = "--age",
                            paramLabel = "S",
                            defaultValue = "75",
                            description = {
                                "Seconds between the filling and the replay (default: ${DEFAULT-VALUE}: then nobody",
                                "waits for a reply any more, and none is made)."
                            })
                    int age,
            @Option(
                            names = "--jvm-options",
                            paramLabel = "FLAGS",
                            defaultValue = "-Xms4g -Xmx4g -Xmn256m -XX:+UseParallelGC",
                            description = "Flags of the processor's JVM (default: ${DEFAULT-VALUE}).")
                    String jvmOptions)
            throws InterruptedException {
        Usage.requireAtLeast(1, commands, running(), "--commands");
        Usage.requireAtLeast(0, tail, running(), "--tail");
        Usage.requireAtLeast(0, age, running(), "--age");
        // The first commands touch each key once, and the proof counts them.
        Usage.require(keys >= 1 && keys <= commands, running(), "--keys", "1..--commands (" + commands + ")");
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            ReplayBench bench = new ReplayBench(stack, commands, tail, keys, Duration.ofSeconds(age), 1, System.out);
            return bench.run(List.of(jvmOptions.trim().split("\\s+"))) ? 0 : 1;
        }
    }

    @Command(
            name = "take-over",
            mixinStandardHelpOptions = true,
            description = {
                "Kills the leader under load, again and again, and measures how long callers hear nothing.",
                "Exit code 0 only if nothing acknowledged was lost, nothing ran twice and MySQL equals the log."
            })
    int takeOver(
            @Option(
                            names = "--kills",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "How often (default: ${DEFAULT-VALUE}).")
                    int kills,
            @Option(
                            names = "--nodes",
                            description = {
                                "Two nodes in place of two processors and a gateway: each kill takes a gateway along,",
                                "and callers go on through the other node's."
                            })
                    boolean nodes,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Of the moments (default: ${DEFAULT-VALUE}).")
                    long seed,
            @Option(
                            names = "--jvm-options",
                            paramLabel = "FLAGS",
                            defaultValue = "-Xms256m -Xmx1g",
                            description = "Flags of the processors' JVMs (default: ${DEFAULT-VALUE}).")
                    String jvmOptions)
            throws InterruptedException {
        Usage.requireAtLeast(1, kills, running(), "--kills");
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            TakeOverBench bench = new TakeOverBench(stack, kills, nodes, seed, System.out);
            return bench.run(List.of(jvmOptions.trim().split("\\s+"))) ? 0 : 1;
        }
    }

    @Command(
            name = "local-read-faults",
            mixinStandardHelpOptions = true,
            description = {
                "Counts local reads that fail while the leader is killed and while MySQL is away.",
                "Callers read at two nodes and at a gateway that runs alone, each with a view. Exit code 0 only if none",
                "failed, each view shows every write at the end and MySQL equals the log."
            })
    int localReadFaults(
            @Option(
                            names = "--kills",
                            paramLabel = "N",
                            defaultValue = "25",
                            description = "How often (default: ${DEFAULT-VALUE}).")
                    int kills,
            @Option(
                            names = "--without-mysql",
                            paramLabel = "S",
                            defaultValue = "120",
                            description = "Seconds without MySQL (default: ${DEFAULT-VALUE}).")
                    int withoutMySql,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Of the moments (default: ${DEFAULT-VALUE}).")
                    long seed,
            @Option(
                            names = "--jvm-options",
                            paramLabel = "FLAGS",
                            defaultValue = "-Xms256m -Xmx1g",
                            description = "Flags of the nodes' JVMs (default: ${DEFAULT-VALUE}).")
                    String jvmOptions)
            throws InterruptedException {
        Usage.requireAtLeast(0, kills, running(), "--kills");
        Usage.requireAtLeast(0, withoutMySql, running(), "--without-mysql");
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            LocalReadFaultsBench bench =
                    new LocalReadFaultsBench(stack, kills, Duration.ofSeconds(withoutMySql), seed, System.out);
            return bench.run(List.of(jvmOptions.trim().split("\\s+"))) ? 0 : 1;
        }
    }
}
