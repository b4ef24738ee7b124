package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import java.io.IOException;

/** The script of F68. One thread: the row's. */
final class RotatedIdentities implements FaultRow.Script {
    private IdentityLab lab;

    @Override
    public void before(Scene on) {
        lab = new IdentityLab(on);
    }

    @Override
    public void run(Scene on) throws IOException {
        on.findings().allowOthers();
        try (IdentityLab own = lab) {
            on.load().awaitAnswers(200);
            int rounds = on.rounds(3, 1);
            for (int round = 0; round < rounds; round++) {
                new KeyRotation(on, own).run();
                new CertificateRotation(on, own).run();
            }
            new TokenRotation(on, own).run();
            on.load().awaitAnswers(100);
            on.require(
                    own.accounts.refused() == 0,
                    "honest callers were refused " + own.accounts.refused() + " times by 401 or 403");
        }
    }
}
