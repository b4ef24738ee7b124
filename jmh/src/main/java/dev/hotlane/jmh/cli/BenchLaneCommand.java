package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.callers.CallersBench;
import dev.hotlane.jmh.lane.callers.CallersSettings;
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

/** `hotlane bench lane`: a whole lane under load by the protocol, without HTTP, or from the Java client's batcher. */
@Command(
        name = "lane",
        mixinStandardHelpOptions = true,
        description = {
            "Measures a lane by its protocol, without HTTP, or by the Java client's batcher; on a stack of its own.",
            "Form raw: commands straight into the log, replies read back; prints commands a second, CPU of a command by",
            "process, and CPU by thread. Form batcher: sales of one hot counter by many threads of this JVM, on a node.",
            "Exit code 0 only if each answer is right, each counter has the units that the answers say, and MySQL equals",
            "the log."
        })
final class BenchLaneCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Mixin
    private BatcherOptions batcher;

    /** Where the load comes from. */
    enum LoadForm {
        raw,
        batcher
    }

    @Option(
            names = "--form",
            defaultValue = "raw",
            description = "Where the load comes from: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LoadForm form;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1",
            description = "Form raw: keys that the adds go to, uniformly (default: ${DEFAULT-VALUE}: one hot key).")
    private int keys;

    @Option(
            names = "--ops",
            paramLabel = "N",
            defaultValue = "1",
            description = "Form raw: adds of a command (default: ${DEFAULT-VALUE}).")
    private int ops;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "32768",
            description = "Form raw: most commands without a reply (default: ${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "45",
            description = "Seconds before anything counts (default: ${DEFAULT-VALUE}).")
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
            description = "Form raw: a setting of the producer of commands, such as linger.ms=2. May be repeated.")
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
        batcher.check(spec);
        Settings.print(spec, spec.commandLine().getOut());
        return (form == LoadForm.raw ? runRaw() : runBatcher()) ? 0 : 1;
    }

    private boolean runRaw() throws InterruptedException {
        RawBenchSettings settings = new RawBenchSettings(
                keys, ops, inFlight, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), windows, producer);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.BARE, broker)) {
            return new RawBench(lane, settings, System.out).run();
        }
    }

    private boolean runBatcher() throws InterruptedException {
        CallersSettings settings = batcher.callers(Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), windows);
        try (BenchLane lane = BenchLane.start(jvms.jvms(), Form.NODE, broker)) {
            CallersBench bench = new CallersBench(lane, batcher.batcher(), settings, System.out);
            try {
                if (batcher.besideRedis()) {
                    bench.besideRedis(lane);
                }
                return bench.run();
            } finally {
                bench.close();
            }
        }
    }
}
