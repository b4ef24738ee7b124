package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane compare`: the lane and its rivals, each with its total checked. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Sells one hot key through Hotlane and through its rivals, side by side on this machine.",
            "It starts a broker, a database, a Redis if one is installed, and every contestant in JVMs of its own, all",
            "behind HTTP. Runs are interleaved; each ends with its total checked against the contestant's own store.",
            "Exit code 0 only if all worked and every total was right."
        })
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--peers",
            paramLabel = "LIST",
            split = ",",
            description =
                    "Such as a,b,g1,h (a letter: all of it) or hotlane-flushed; default: all. `--list` shows them.")
    private List<String> peers = List.of();

    @Option(names = "--list", description = "Shows the peers and runs none.")
    private boolean list;

    @Option(
            names = "--round-trip",
            paramLabel = "MS",
            split = ",",
            defaultValue = "0,9",
            description = "To MySQL and back, a pass each (default: ${DEFAULT-VALUE}).")
    private List<Integer> roundTrips;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "256",
            description = "Callers, each with one request under way (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of one run (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "15",
            description = "Seconds of load a JVM before the first run, Hotlane has three (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Of each, in turn: A B C A B C; medians are shown (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--open",
            description = "After that, as many runs of each at a fixed 70 %% of its own rate, for latencies under it.")
    private boolean open;

    @Option(
            names = "--quick",
            description = "One short run of each, to see that all work: a minute or two, no figures.")
    private boolean quick;

    @Option(names = "--drill", description = "Hotlane alone, with a MySQL that is far away and then much further.")
    private boolean drill;

    @Option(names = "--out", paramLabel = "FILE", description = "Writes the tables there as well, as Markdown.")
    private Path out;

    @Option(names = "--bars", paramLabel = "FILE", description = "Draws the rates of the first pass there (SVG).")
    private Path bars;

    @Override
    public Integer call() throws Exception {
        require(connections >= 1 && connections <= 65_536, "--connections must be 1..65536, found " + connections);
        require(seconds >= 1 && runs >= 1 && warmUp >= 0, "--seconds and --runs must be at least 1, --warm-up 0");
        require(bars == null || !drill, "--bars draws a comparison, not the drill: leave one of them out");
        PrintWriter console = spec.commandLine().getOut();
        if (list) {
            Choice.all().codes().forEach(code -> console.println(code + "  " + Choice.title(code)));
            return 0;
        }
        try {
            show(drill ? drill(console) : compare(console), console);
            return 0;
        } catch (WrongTotalException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private void show(String tables, PrintWriter console) throws IOException {
        console.print("\n" + tables);
        console.flush();
        if (out != null) {
            Files.writeString(out, tables);
        }
    }

    private String compare(PrintWriter console) throws Exception {
        Choice choice;
        try {
            choice = peers.isEmpty() ? Choice.all() : Choice.named(peers);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        ComparePlan plan = quick
                ? ComparePlan.quick(roundTrips, connections)
                : new ComparePlan(
                        roundTrips,
                        connections,
                        Duration.ofSeconds(warmUp),
                        Duration.ofSeconds(seconds),
                        runs,
                        open,
                        ComparePlan.ANSWER_MAX,
                        false);
        SideBySide all = new SideBySide(choice, plan, console);
        String tables = all.run();
        if (bars != null) {
            Files.writeString(bars, ResultBars.of(plan, all.firstPass()).svg());
        }
        return tables;
    }

    private String drill(PrintWriter console) throws Exception {
        return new FarDrill(connections, Duration.ofSeconds(warmUp), runs, console).run();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise + ".");
        }
    }
}
