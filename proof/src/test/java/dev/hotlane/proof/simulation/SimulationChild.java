package dev.hotlane.proof.simulation;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.StackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * `hotlane simulate` in a JVM of its own. That JVM has both compilers. A JVM of tests has the first one only, and needs
 * about twice the time for the same seeds. One thread.
 */
final class SimulationChild {
    private static final String NAME = "simulate";
    private static final int ONE_BROKE = 1;
    private static final Pattern FIGURE = Pattern.compile("^ *([0-9,]+)  (\\S.*)$", Pattern.MULTILINE);

    /** From the first seed that failed on: what was shrunk, too. */
    private static final Pattern FAILED = Pattern.compile("^seed -?[0-9]+ breaks ", Pattern.MULTILINE);

    private final Path directory;
    private final Jvm jvm;

    private SimulationChild(Path directory, Jvm jvm) {
        this.directory = directory;
        this.jvm = jvm;
    }

    /** Tries that number of seeds; its log is in the directory, which no other child has. Not yet started. */
    static SimulationChild of(Path directory, long from, long count, int threads) {
        return new SimulationChild(
                directory,
                Jvm.hotlane(NAME, "--from=" + from, "--seeds=" + count, "--threads=" + threads)
                        .flags("-ea", "-Xmx1g", "-XX:+UseSerialGC"));
    }

    /** Has these classes in place of its own. */
    SimulationChild with(Path faulty) {
        jvm.classesFirst(faulty);
        return this;
    }

    /** Has more flags. */
    SimulationChild flags(String... more) {
        jvm.flags(more);
        return this;
    }

    /** Runs it to its end; throws AssertionError if an invariant broke, or it has not tried all seeds by then. */
    Map<String, Long> run(long count, Duration patience) {
        ChildProcess child = jvm.start(NAME, directory);
        try {
            if (!child.awaitExit(patience)) {
                throw new AssertionError("The simulation of " + count + " seeds was not done after "
                        + patience.toSeconds() + " s. Its threads have the numbers of their seeds:\n" + threads(child));
            }
        } finally {
            if (child.isAlive()) {
                child.kill9();
            }
        }
        return figures(child.exitCode(), printed(), count);
    }

    private static String threads(ChildProcess child) {
        try {
            return Arrays.stream(child.jcmd("Thread.print").split("\n\n"))
                    .filter(thread -> thread.startsWith("\"simulation-"))
                    .collect(Collectors.joining("\n\n"));
        } catch (StackException e) {
            return e.getMessage();
        }
    }

    private String printed() {
        try {
            return Files.readString(directory.resolve(NAME + ".log"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What happened in that number of seeds, by its name; throws AssertionError unless all were tried and held. */
    static Map<String, Long> figures(int exitCode, String printed, long count) {
        Matcher failed = FAILED.matcher(printed);
        if (exitCode == ONE_BROKE && failed.find()) {
            throw new AssertionError(printed.substring(failed.start()));
        }
        Map<String, Long> figures = new TreeMap<>();
        Matcher figure = FIGURE.matcher(printed);
        while (figure.find()) {
            figures.put(figure.group(2), Long.parseLong(figure.group(1).replace(",", "")));
        }
        long tried = figures.getOrDefault("seeds", 0L);
        if (exitCode != 0 || tried != count || !printed.stripTrailing().endsWith("every invariant held")) {
            throw new AssertionError("The simulation ended with exit code " + exitCode + " after " + tried + " of "
                    + count + " seeds, by what it printed:\n" + printed);
        }
        return figures;
    }
}
