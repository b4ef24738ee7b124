package dev.hotlane.infra.faults;

import java.util.List;

/** The table of a run. */
final class Report {
    private static final String HEAD = """
            | row | fault | extra acceptance | answers | unknown attempts | measured | result |
            |---|---|---|---|---|---|---|
            """;

    private Report() {}

    /** For docs/reliability.md. */
    static String markdown(List<RowResult> results) {
        StringBuilder out = new StringBuilder(HEAD);
        results.forEach(result -> out.append(result.markdown()).append('\n'));
        return out.append('\n').append(summary(results)).append('\n').toString();
    }

    /** One line. */
    static String summary(List<RowResult> results) {
        long passed = results.stream().filter(RowResult::passed).count();
        long answers = results.stream()
                .filter(result -> result.findings().tally() != null)
                .mapToLong(result -> result.findings().tally().decided())
                .sum();
        double seconds = results.stream().mapToDouble(RowResult::seconds).sum();
        return String.format(
                "%d of %d rows passed, %,d answers checked, %.0f s", passed, results.size(), answers, seconds);
    }
}
