package dev.hotlane.infra.faults;

import dev.hotlane.infra.faults.scene.Findings;
import dev.hotlane.infra.history.Tally;

/** What became of one row. Immutable. */
public record RowResult(Row row, Findings findings, double seconds) {

    /** Whether all holds. */
    public boolean passed() {
        return findings.faults().isEmpty();
    }

    /** One line for the terminal. */
    String line() {
        return String.format(
                "%s  %s  %5.1f s  %s%s%s",
                row.id(),
                passed() ? "passed" : "FAILED",
                seconds,
                row.fault(),
                findings.facts().isEmpty() ? "" : ": " + String.join(", ", findings.facts()),
                resumed());
    }

    /** One row of the table in docs/reliability.md. */
    String markdown() {
        Tally tally = findings.tally();
        return String.format(
                "| %s | %s | %s | %s | %s | %s | %s |",
                row.id(),
                row.fault(),
                row.extra(),
                tally == null ? "-" : String.format("%,d", tally.decided()),
                tally == null ? "-" : String.format("%,d", tally.unknown()),
                findings.facts().isEmpty() ? "-" : String.join("; ", findings.facts()),
                passed() ? "passed" : "**failed**");
    }

    private String resumed() {
        return findings.resumedMillis() < 0
                ? ""
                : String.format(
                        "; answers again after %,d ms; %s",
                        findings.resumedMillis(), findings.tally() == null ? "" : findings.tally());
    }
}
