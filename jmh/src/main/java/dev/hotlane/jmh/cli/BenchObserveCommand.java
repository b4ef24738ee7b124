package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.observe.ObserveBench;
import dev.hotlane.jmh.lane.observe.ObserveSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench observe`: what scrapes and an open console cost sales. */
@Command(
        name = "observe",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what scrapes and an open console cost a node's sales.",
            "One node under a closed loop of adds to one hot key. In turn it is alone, /metrics of its",
            "processor's port is scraped each 5 s, and one console is open: a process with one page, suspended",
            "in the other turns. Each round begins with the next one. Exit code 0 only if each scrape brought",
            "metrics, the page got a figure each second, every unit is where the answers say and MySQL equals",
            "the log."
        })
final class BenchObserveCommand implements Callable<Integer> {
    private static final int EVERY_SECONDS = 5;

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
            defaultValue = "40",
            description = "Seconds of load, with both observers, before anything counts (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = {
                "Measured of each load, a multiple of 5: two scrapes in 10 s. Two more before it are not measured (default:",
                "${DEFAULT-VALUE})."
            })
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "9",
            description = "How often each of the three is measured, for medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Override
    public Integer call() throws InterruptedException {
        LoadOptions.requireConnections(connections, spec);
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.require(seconds >= EVERY_SECONDS && seconds % EVERY_SECONDS == 0, spec, "--seconds", "a multiple of 5");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Settings.print(spec, spec.commandLine().getOut());
        ObserveSettings settings = new ObserveSettings(
                connections,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                rounds,
                Duration.ofSeconds(EVERY_SECONDS));
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.NODE, Map.of())) {
            return new ObserveBench(lane, settings, System.out).run() ? 0 : 1;
        }
    }
}
