package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.HostileBench;
import dev.hotlane.jmh.lane.http.HostileBenchSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench hostile`: what clients that take no answers cost everybody else. */
@Command(
        name = "hostile",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what clients that do not take their answers cost everybody else.",
            "Adds at a fixed rate, in turn without such clients, while they connect to an idle server (what they cost",
            "the machine), while they connect to the gateway, and while they stand still. Needs `ulimit -n` above",
            "twice the number of clients. Exit code 0 only if every unit is where the answers say and MySQL equals",
            "the log."
        })
final class BenchHostileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(names = "--split", description = "A processor and a gateway with a JVM each, instead of a node.")
    private boolean split;

    @Option(
            names = "--unread",
            paramLabel = "N",
            defaultValue = "500",
            description = "Clients that read nothing (default: ${DEFAULT-VALUE}).")
    private int unread;

    @Option(
            names = "--slow",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Clients that read a byte a second, by themselves (default: ${DEFAULT-VALUE}).")
    private int slow;

    @Option(
            names = "--paths",
            paramLabel = "P,...",
            split = ",",
            defaultValue = "/openapi.yaml,/v1/reservations?limit=100,/healthz",
            description = "What they ask for, each by itself (default: ${DEFAULT-VALUE}).")
    private List<String> paths;

    @Option(
            names = "--rate",
            paramLabel = "R",
            defaultValue = "1000",
            description = "Adds a second of everybody else (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "64",
            description = "Connections of everybody else (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "45",
            description = "Seconds before anything counts: all JVMs warm up (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Of each window (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each is measured, for medians (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Override
    public Integer call() throws InterruptedException {
        Usage.requireAtLeast(0, unread, spec, "--unread");
        Usage.requireAtLeast(0, slow, spec, "--slow");
        Usage.requireAtLeast(1, rate, spec, "--rate");
        LoadOptions.requireConnections(connections, spec);
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, pairs, spec, "--pairs");
        Settings.print(spec, spec.commandLine().getOut());
        HostileBenchSettings settings = new HostileBenchSettings(
                unread, slow, paths, rate, connections, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), pairs);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), split ? Form.SPLIT : Form.NODE, Map.of())) {
            return new HostileBench(lane, settings, System.out).run() ? 0 : 1;
        }
    }
}
