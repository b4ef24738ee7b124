package dev.hotlane.infra.faults.scene;

import dev.hotlane.infra.history.LogDump;
import dev.hotlane.infra.history.TableDump;
import dev.hotlane.infra.verify.Verification;

/** What must hold at the end of every row: answers, log and MySQL tell one story. One thread. */
final class Acceptance {
    private final Scene scene;
    private final Findings findings;

    Acceptance(Scene scene, Findings findings) {
        this.scene = scene;
        this.findings = findings;
    }

    void run() {
        Verification verification = scene.verify();
        if (!verification.equal()) {
            findings.fault(verification.summary() + " " + verification.differences());
        }
        LogDump.write(scene.stack().bootstrapServers(), scene.lane(), findings.log());
        TableDump.write(
                scene.stack().mysql().jdbcUrl(scene.lane()),
                scene.stack().user(),
                scene.stack().password(),
                findings.tables());
    }
}
