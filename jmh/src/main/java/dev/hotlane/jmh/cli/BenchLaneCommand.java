package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.raw.RawBench;
import dev.hotlane.jmh.lane.raw.RawBenchSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench lane`: the lane itself, by its protocol, without HTTP. */
@Command(
        name = "lane",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the lane without HTTP: commands straight into the log, replies read back.",
            "On a stack of its own. Prints commands a second, CPU of a command by process, and CPU by thread. Exit code 0",
            "only if each reply has the right value, the counters have one unit per acknowledged add, and MySQL equals",
            "the log."
        })
final class BenchLaneCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1",
            description = "Keys that the adds go to, uniformly (default: ${DEFAULT-VALUE}: one hot key).")
    private int keys;

    @Option(
            names = "--ops",
            paramLabel = "N",
            defaultValue = "1",
            description = "Adds of a command (default: ${DEFAULT-VALUE}).")
    private int ops;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "32768",
            description = "Most commands without a reply (default: ${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "45",
            description = "Seconds before anything counts: three JVMs warm up (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Of each window (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--windows",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many are measured, for a median (default: ${DEFAULT-VALUE}).")
    private int windows;

    @Option(
            names = "--producer",
            paramLabel = "K=V",
            description = "A setting of the producer of commands, such as linger.ms=2. May be repeated.")
    private Map<String, String> producer = Map.of();

    @Option(
            names = "--broker",
            paramLabel = "K=V",
            description = "A setting of the broker, such as num.io.threads=1. May be repeated.")
    private Map<String, String> broker = Map.of();

    @Override
    public Integer call() throws InterruptedException {
        Usage.require(keys >= 1 && keys <= 1_000_000, spec, "--keys", "1..1,000,000");
        Usage.require(ops >= 1 && ops <= 64, spec, "--ops", "1..64");
        Usage.require(inFlight >= 1 && inFlight <= 1_000_000, spec, "--in-flight", "1..1,000,000");
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, windows, spec, "--windows");
        Settings.print(spec, spec.commandLine().getOut());
        RawBenchSettings settings = new RawBenchSettings(
                keys, ops, inFlight, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), windows, producer);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.BARE, broker)) {
            return new RawBench(lane, settings, System.out).run() ? 0 : 1;
        }
    }
}
