package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.proof.history.check.CheckReport;
import dev.hotlane.proof.history.check.Checker;
import dev.hotlane.proof.history.check.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What must hold at the end of every row: answers, log and MySQL agree. One thread. */
final class Acceptance {
    private final Scene scene;
    private final Findings findings;

    Acceptance(Scene scene, Findings findings) {
        this.scene = scene;
        this.findings = findings;
    }

    void run() throws IOException {
        boolean anchored = Files.exists(findings.lostLog());
        Verification verification = Verifier.run(
                scene.stack().connection(),
                scene.lane(),
                Verifier.database(
                        scene.stack().jdbcUrl(scene.lane()),
                        scene.stack().user(),
                        scene.stack().password()),
                anchored ? Snapshots.read(findings.snapshot()) : null);
        if (!verification.equal()) {
            findings.fault(verification.summary() + " " + verification.differences());
        }
        Path events = scene.feeds().judge(scene, findings);
        Dumps.write(scene, findings.tables(), findings.log());
        Part last = new Part(findings.log(), findings.tables(), events);
        Part lost = new Part(findings.lostLog(), findings.lostTables());
        List<Part> parts = anchored ? List.of(lost, last) : List.of(last);
        CheckReport report = Checker.check(findings.history(), parts, findings.othersAllowed());
        findings.report(report);
        if (!report.passed()) {
            findings.fault(report.summary() + "\n     " + String.join("\n     ", report.details()));
        }
    }
}
