package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.curves.CurveSettings;
import dev.hotlane.jmh.lane.curves.CurvesBench;
import dev.hotlane.jmh.lane.curves.CurvesBench.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench curves`: how the lane does as one thing grows. */
@Command(
        name = "curves",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how the lane does as connections, keys, ops, changes or the backlog grow.",
            "Also what a command costs on disk and a key or a hold in memory. All on a lane of their own,",
            "whose books must balance. Tables in Markdown."
        })
final class BenchCurvesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(
            names = "--parts",
            paramLabel = "P,...",
            split = ",",
            description = "Of ${COMPLETION-CANDIDATES}; all if not given.")
    private List<Part> parts = List.of();

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "120",
            description = "Seconds of load before a part: all JVMs warm up (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Of each step (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = {
                "Goes round the steps so often where load is what is measured (default: ${DEFAULT-VALUE}).",
                "Medians are shown."
            })
    private int rounds;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Leaves out the steps above that part of the last one (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Option(names = "--pictures", paramLabel = "DIR", description = "Writes charts there.")
    private Path pictures;

    @Override
    public Integer call() throws InterruptedException, IOException {
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Usage.require(scale > 0 && scale <= 1, spec, "--scale", "above 0, at most 1");
        Settings.print(spec, spec.commandLine().getOut());
        Set<Part> wanted = parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts);
        CurveSettings settings =
                new CurveSettings(jvms.jvms(), Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), rounds, scale);
        new CurvesBench(settings, System.out, pictures).run(wanted);
        return 0;
    }
}
