package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.identity.RotatedAccounts.Proof;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import java.io.IOException;
import java.util.List;

/** API keys are replaced by others; on open connections too the old ones end within 2 s. One thread: the row's. */
final class KeyRotation {
    /** From the removal to 401, or to the end of a batch. */
    static final long ENDED_MS_MAX = 2_000;

    private final Scene on;
    private final IdentityLab lab;

    KeyRotation(Scene on, IdentityLab lab) {
        this.on = on;
        this.lab = lab;
    }

    void run() throws IOException {
        on.nemesis("keys rotated");
        String extra = lab.principals.addKey(IdentityLab.KEYED);
        lab.principals.write();
        lab.awaitIn("a second key", null, extra);
        List<HeldConnection> held = lab.hold(null, extra);
        HeldConnection batch = new HeldConnection(on.gateways().get(0), lab.context(null), extra);
        batch.openBatch(on.lane() + "-batch-" + System.nanoTime());

        String next = lab.principals.addKey(IdentityLab.KEYED);
        lab.principals.write();
        lab.awaitIn("a third key", null, next);
        lab.change(Proof.KEY, CallerAccount.bearer(next, lab.tls(null)));
        lab.requireIn(held, "by its old key, which was not removed yet");

        lab.principals.removeOldestKey(IdentityLab.KEYED);
        lab.principals.removeOldestKey(IdentityLab.KEYED);
        lab.principals.write();
        long removed = System.nanoTime();
        long refused = lab.awaitRefused(held, removed);
        batch.awaitEnd();
        long ended = (System.nanoTime() - removed) / 1_000_000;
        batch.close();
        on.requireWithin(ENDED_MS_MAX, refused, "401 after the removal of a key");
        on.requireWithin(ENDED_MS_MAX, ended, "the end of a batch after the removal of its key");
        on.fact(String.format("key: 401 after %,d ms, its batch ended after %,d ms", refused, ended));
    }
}
