package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.jmh.time.PastSizes;
import dev.hotlane.jmh.time.TimeBench;
import dev.hotlane.jmh.time.TimeBenchSettings;
import dev.hotlane.jmh.time.TimePart;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
            "of its own, writes a state file, and projects the history into a table. With --mariadb, as many updates of a",
            "system-versioned table. Exit code 0 only if all answers agree and each row of the table is there once."
        })
final class BenchTimeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--parts",
            paramLabel = "PARTS",
            split = ",",
            defaultValue = "past,rows",
            description = "What is measured: past, rows, mariadb, separated by commas (default: ${DEFAULT-VALUE}).")
    private List<TimePart> parts;

    @Option(names = "--mariadb", description = "Measures a system-versioned table of MariaDB too, if it is installed.")
    private boolean mariaDb;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Keys that the first commands touch once each (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--before",
            paramLabel = "N",
            defaultValue = "4200000",
            description = "Commands before the first snapshot, enough for a full window (default: ${DEFAULT-VALUE}).")
    private int before;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "10000000",
            description = "Further commands, behind the first snapshot (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "2000000",
            description = "Records between two snapshots of the ladder, about (default: ${DEFAULT-VALUE}).")
    private int every;

    @Option(
            names = "--history-records",
            paramLabel = "N",
            defaultValue = "36000000",
            description = "Commands of the log that history reads, at least (default: ${DEFAULT-VALUE}).")
    private int history;

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
            description = "Rows of hl_change that are timed (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--updates",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Updates of MariaDB's table (default: ${DEFAULT-VALUE}).")
    private int updates;

    @Option(
            names = "--jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "-Xms4g -Xmx4g -Xmn256m -XX:+UseParallelGC",
            description = "Flags of the JVMs of processor and commands (default: ${DEFAULT-VALUE}).")
    private String jvmOptions;

    @Override
    public Integer call() throws InterruptedException, IOException, SQLException {
        Usage.requireAtLeast(1, keys, spec, "--keys");
        Usage.requireAtLeast(1, before, spec, "--before");
        Usage.requireAtLeast(1_000, records, spec, "--records");
        Usage.requireAtLeast(1_000, every, spec, "--every");
        Usage.requireAtLeast(0, history, spec, "--history-records");
        Usage.requireAtLeast(1, rounds, spec, "--rounds");
        Usage.requireAtLeast(1, rows, spec, "--rows");
        Usage.requireAtLeast(2, updates, spec, "--updates");
        Settings.print(spec, spec.commandLine().getOut());
        Set<TimePart> all = EnumSet.copyOf(parts);
        if (mariaDb) {
            all.add(TimePart.MARIADB);
        }
        TimeBenchSettings settings = new TimeBenchSettings(
                new PastSizes(keys, before, records, every, history, rows, updates),
                rounds,
                all,
                List.of(jvmOptions.trim().split("\\s+")));
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            return new TimeBench(stack, settings, System.out).run() ? 0 : 1;
        }
    }
}
