package dev.hotlane.infra.cli;

import dev.hotlane.infra.chart.Cast;
import dev.hotlane.infra.chart.CastPicture;
import dev.hotlane.infra.demo.Demo;
import dev.hotlane.infra.demo.TerminalRecording;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.HotlaneHome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane demo`: a hot deal on a stack of its own, with a kill -9 in the middle. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Sells 100 units to 20,000 buyers and kills the leading node halfway.",
            "It starts a broker, a database and two nodes of its own; the buyers reserve, pay or abandon; the",
            "standby takes over; in the end it proves that every unit was sold once.",
            "Exit code 0 only if all of it holds."
        })
final class DemoCommand implements Callable<Integer> {
    /** With fewer buyers the 100 units would not all be sold, as some buyers walk away and some give back. */
    private static final int BUYERS_MIN = 1_000;

    private static final double CAST_SECONDS_MAX = 20;

    @Option(
            names = "--buyers",
            paramLabel = "N",
            defaultValue = "20000",
            description = "How many want one, at least 1000 (default: ${DEFAULT-VALUE}).")
    private int buyers;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the keys and retry waits of an earlier run.")
    private Long seed;

    @Option(
            names = "--cast",
            paramLabel = "FILE",
            description = {
                "Writes what it prints as an asciicast, with pauses cut to 20 s in all,",
                "and the moving picture of it beside, with the ending .svg."
            })
    private Path cast;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Draws units left, held and confirmed, the kill, and the times of answers (SVG).")
    private Path plot;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        HotlaneHome.find(System.getenv());
        Usage.requireAtLeast(BUYERS_MIN, buyers, spec, "--buyers");
        requireRoom(cast, "--cast");
        requireRoom(plot, "--plot");
        Usage.require(
                cast == null || !picture(cast).equals(cast), spec, "--cast", "a file that does not end with .svg");
        if (cast == null) {
            return run(System.out);
        }
        TerminalRecording recording = new TerminalRecording(System.out);
        int code = run(recording.stream());
        Cast shown = recording.cast("hotlane demo").within(CAST_SECONDS_MAX);
        Files.writeString(cast, shown.file());
        Files.writeString(picture(cast), CastPicture.svg(shown));
        return code;
    }

    @SuppressWarnings("SystemConsoleNull") // Wrong on JDK 22 to 24 only, where progress is drawn into a file.
    private int run(PrintStream out) throws InterruptedException {
        out.println("  starting Kafka and MySQL ...");
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            out.println("  starting two nodes ...");
            long drawn = seed == null ? System.nanoTime() : seed;
            Demo demo = new Demo(stack, buyers, drawn, out, System.console() != null, plot);
            return demo.run() ? 0 : 1;
        }
    }

    /** The demo takes half a minute; a path that can't be written is refused before. */
    private void requireRoom(Path file, String option) {
        if (file != null) {
            Path directory = file.toAbsolutePath().getParent();
            boolean fits = directory != null && Files.isWritable(directory) && !Files.isDirectory(file);
            Usage.require(fits, spec, option, "a file in a directory that exists and can be written");
        }
    }

    private static Path picture(Path cast) {
        String name = cast.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return cast.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".svg");
    }
}
