package dev.hotlane.proof.faults;

import java.util.List;
import java.util.Objects;

/** The table of a run. */
final class MatrixReport {
    private static final String HEAD = """
            | row | fault | beside the general acceptance | attempts | unknown | lost / twice / oversold | measured | result |
            |---|---|---|---|---|---|---|---|
            """;

    private MatrixReport() {}

    /** For the table in docs/lab. */
    static String markdown(List<RowResult> results) {
        StringBuilder out = new StringBuilder(HEAD);
        results.forEach(result -> out.append(result.markdown()).append('\n'));
        return out.append('\n').append(summary(results)).append('\n').toString();
    }

    /** One line for the terminal and below the table. */
    static String summary(List<RowResult> results) {
        long passed = results.stream().filter(RowResult::passed).count();
        long attempts = results.stream()
                .map(result -> result.findings().report())
                .filter(Objects::nonNull)
                .mapToLong(report -> report.attempts())
                .sum();
        double seconds = results.stream().mapToDouble(RowResult::seconds).sum();
        return String.format(
                "%d of %d rows passed, %,d attempts checked, %.0f s", passed, results.size(), attempts, seconds);
    }
}
