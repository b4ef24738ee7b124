package dev.hotlane.proof.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.hotlane.proof.faults.scene.FaultRow;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * One run of the matrix from the command line: rows, table, verdict. The files of a failed run are kept. One thread.
 */
public final class FaultsRun {
    private final long seed;
    private final boolean brief;
    private final Path report;
    private final PrintStream out;

    /** @param report file for the table; null for none */
    public FaultsRun(long seed, boolean brief, Path report, PrintStream out) {
        this.seed = seed;
        this.brief = brief;
        this.report = report;
        this.out = out;
    }

    /** Runs the rows; true only if all passed. */
    public boolean run(List<FaultRow> rows) throws IOException {
        out.printf("%d rows, seed %d%n", rows.size(), seed);
        quieten();
        Path directory = Files.createTempDirectory("hotlane-faults-");
        List<RowResult> results;
        try (MatrixRun matrix = new MatrixRun(seed, brief, directory, out)) {
            results = matrix.run(rows, this::report);
        }
        out.println();
        out.println(MatrixReport.summary(results));
        boolean passed = results.stream().allMatch(RowResult::passed);
        if (passed) {
            delete(directory);
        }
        return passed;
    }

    /** Called after every row, so that a stopped run leaves its results. */
    private void report(List<RowResult> results) {
        if (report != null) {
            try {
                Files.writeString(report, MatrixReport.markdown(results));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Turns logging off: clients in this JVM would report every connection that a row breaks. */
    private static void quieten() {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
