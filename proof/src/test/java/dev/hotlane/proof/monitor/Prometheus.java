package dev.hotlane.proof.monitor;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The files for Prometheus that the project ships, and its tools on this machine. */
public final class Prometheus {
    /** Why tests with it are skipped. */
    public static final String ABSENT = "no Prometheus (prometheus, promtool) is installed";

    static final Path SHIPPED = Path.of("").toAbsolutePath().getParent().resolve("dist/src/main");
    static final Path RULES = SHIPPED.resolve("prometheus/hotlane.rules.yml");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Prometheus() {}

    /** Whether this machine has it. */
    public static boolean isInstalled() {
        return Programs.find("prometheus").isPresent()
                && Programs.find("promtool").isPresent();
    }

    static Finished promtool(String... words) {
        Path tool = Programs.find("promtool").orElseThrow();
        return Finished.run(
                PATIENCE,
                Stream.concat(Stream.of(tool.toString()), Stream.of(words)).toArray(String[]::new));
    }

    /** What promtool objects to in these metrics; empty for nothing. */
    public static String objections(Path metrics) {
        Path tool = Programs.find("promtool").orElseThrow();
        Finished run = Finished.run(PATIENCE, "bash", "-c", tool + " check metrics < " + metrics);
        return run.code() == 0 ? "" : run.printed();
    }

    /** The text of a file. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files of dashboards. */
    public static List<Path> dashboards() {
        try (Stream<Path> files = Files.list(SHIPPED.resolve("grafana"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
