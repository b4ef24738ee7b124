package dev.hotlane.infra.faults.scene;

import dev.hotlane.infra.history.LogDump;
import dev.hotlane.infra.history.TableDump;
import dev.hotlane.infra.history.check.Checker;
import dev.hotlane.infra.history.check.Report;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import java.io.IOException;

/** What must hold at the end of every row: answers, log and MySQL tell one story. One thread. */
final class Acceptance {
    private final Scene scene;
    private final Findings findings;

    Acceptance(Scene scene, Findings findings) {
        this.scene = scene;
        this.findings = findings;
    }

    void run() throws IOException {
        Verification verification = Verifier.run(
                scene.stack().bootstrapServers(),
                scene.lane(),
                Verifier.database(
                        scene.stack().jdbcUrl(scene.lane()),
                        scene.stack().user(),
                        scene.stack().password()));
        if (!verification.equal()) {
            findings.fault(verification.summary() + " " + verification.differences());
        }
        // The tables first: the checker holds them against the log as of their own offset.
        TableDump.write(
                scene.stack().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password(),
                findings.tables());
        LogDump.write(scene.stack().bootstrapServers(), scene.lane(), findings.log());
        Report report = Checker.check(findings.history(), findings.log(), findings.tables(), false);
        findings.report(report);
        if (!report.passed()) {
            findings.fault(report.summary() + "\n     " + String.join("\n     ", report.told()));
        }
    }
}
