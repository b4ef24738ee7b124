package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.transactions.TransactionsBench;
import dev.hotlane.jmh.lane.transactions.TransactionsSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench transactions`: what Kafka transactions cost beside a lane. */
@Command(
        name = "transactions",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the CPU time of a Kafka transaction at client and broker, beside a node under load.",
            "Each round has a window with transactions of three topics and one without, in turn; the median of the rounds",
            "counts. Exit code 0 only if a reader finds exactly the records that were committed, every unit is where the",
            "answers say and MySQL equals the log."
        })
final class BenchTransactionsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(
            names = "--transactions",
            paramLabel = "N",
            defaultValue = "10",
            description = "Transactions a second (default: ${DEFAULT-VALUE}).")
    private int transactions;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "1",
            description = "Records of each topic in a transaction (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--rate",
            paramLabel = "R",
            defaultValue = "2000",
            description = "Adds a second at the node (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "64",
            description = "Connections of the adds (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "40",
            description =
                    "Seconds of load and of transactions without a pause, before anything counts (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "8",
            description = "Of each window (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "9",
            description = "How often each is measured, for medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Override
    public Integer call() throws InterruptedException {
        Usage.require(transactions >= 1 && transactions <= 1_000, spec, "--transactions", "1..1000");
        Usage.require(records >= 1 && records <= 1_000, spec, "--records", "1..1000");
        Usage.requireAtLeast(1, rate, spec, "--rate");
        LoadOptions.requireConnections(connections, spec);
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Settings.print(spec, spec.commandLine().getOut());
        TransactionsSettings settings = new TransactionsSettings(
                transactions,
                records,
                rate,
                connections,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                rounds);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.NODE, Map.of())) {
            return new TransactionsBench(lane, settings, System.out).run() ? 0 : 1;
        }
    }
}
