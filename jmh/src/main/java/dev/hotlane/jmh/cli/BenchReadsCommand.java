package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.reads.ReadsBench;
import dev.hotlane.jmh.reads.ReadsSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench reads`: reads from a gateway's memory, each beside a rival. */
@Command(
        name = "reads",
        mixinStandardHelpOptions = true,
        description = {
            "Measures reads from a gateway's memory, each beside a rival in the same run.",
            "Rivals that are not installed (wrk, nginx, varnishd, redis-server, etcd, haproxy) are named in their rows.",
            "Exit code 0 only if no answer was wrong, and no local read was answered by the lane."
        })
final class BenchReadsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "SECTION,...",
            split = ",",
            description = "Sections to run; default: all of them.")
    private List<String> only = List.copyOf(ReadsBench.sections());

    @Option(names = "--quick", description = "Only that everything runs and checks: no figure of it counts.")
    private boolean quick;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "256",
            description = "Connections of the closed loops (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "20",
            description = "Seconds of load for each server before anything counts (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "4",
            description = "Of each load (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each is measured, in turn, for medians (default: ${DEFAULT-VALUE}).")
    private int repeats;

    @Override
    public Integer call() throws Exception {
        String names = String.join(",", ReadsBench.sections());
        Usage.require(ReadsBench.sections().containsAll(only), spec, "--only", names);
        LoadOptions.requireConnections(connections, spec);
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, repeats, spec, "--repeats");
        Settings.print(spec, spec.commandLine().getOut());
        ReadsSettings settings = quick
                ? ReadsSettings.QUICK
                : ReadsSettings.USUAL
                        .withConnections(connections)
                        .withTimes(Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), repeats);
        return new ReadsBench(settings, System.out).run(only) ? 0 : 1;
    }
}
