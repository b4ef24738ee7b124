package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.jmh.time.TimeBench;
import dev.hotlane.jmh.time.TimeBenchSettings;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench time`: how fast questions about the past are answered. */
@Command(
        name = "time",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how fast questions about the past of a lane are answered.",
            "Fills a log while a processor follows it; then runs at, what-if, snapshot-ladder and history, each in a JVM",
            "of its own, writes state files, and projects the history into a table. Exit code 0 only if all answers agree",
            "and each row of the table is there once."
        })
final class BenchTimeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Keys that the first commands touch once each (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "10000000",
            description = "Further commands, behind the first snapshot (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--rungs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Snapshots of the ladder, about (default: ${DEFAULT-VALUE}).")
    private int rungs;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often at and what-if are measured, in turn, for medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Rows of hl_change that are written (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "-Xms4g -Xmx4g -Xmn256m -XX:+UseParallelGC",
            description = "Flags of the JVMs of processor and commands (default: ${DEFAULT-VALUE}).")
    private String jvmOptions;

    @Override
    public Integer call() throws InterruptedException, IOException, SQLException {
        Usage.requireAtLeast(1, keys, spec, "--keys");
        Usage.requireAtLeast(1_000, records, spec, "--records");
        Usage.requireAtLeast(1, rungs, spec, "--rungs");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Usage.requireAtLeast(1, rows, spec, "--rows");
        Settings.print(spec, spec.commandLine().getOut());
        TimeBenchSettings settings = new TimeBenchSettings(
                keys, records, rungs, rounds, rows, List.of(jvmOptions.trim().split("\\s+")));
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            return new TimeBench(stack, settings, System.out).run() ? 0 : 1;
        }
    }
}
