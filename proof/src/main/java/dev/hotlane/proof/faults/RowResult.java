package dev.hotlane.proof.faults;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Findings;
import dev.hotlane.proof.history.check.CheckReport;

/** The result of one row. Immutable. */
public record RowResult(FaultRow row, Findings findings, double seconds) {

    /** Whether the row has no fault. */
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

    /** One row of the table in docs/lab. */
    String markdown() {
        CheckReport report = findings.report();
        String lost = report == null
                ? "not checked"
                : report.lost() + " / " + report.duplicates() + " / " + report.oversold();
        return String.format(
                "| %s | %s | %s | %s | %s | %s | %s | %s |",
                row.id(),
                row.fault(),
                row.extra(),
                report == null ? "-" : String.format("%,d", report.attempts()),
                report == null ? "-" : String.format("%,d", report.unknown()),
                report == null && passed() ? "the lane ends here" : lost,
                findings.facts().isEmpty() ? "-" : String.join("; ", findings.facts()),
                passed() ? "passed" : "**failed**");
    }

    private String resumed() {
        String checked =
                findings.report() == null ? "" : "; " + findings.report().summary();
        return findings.resumedMillis() < 0
                ? checked
                : String.format("; answers again after %,d ms", findings.resumedMillis()) + checked;
    }
}
