package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.identity.RotatedAccounts.Proof;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TestAuthority.Issued;
import java.io.IOException;
import java.util.List;

/** The gateways' certificate, then the authority of the callers' certificates are replaced. One thread: the row's. */
final class CertificateRotation {
    private final Scene on;
    private final IdentityLab lab;

    CertificateRotation(Scene on, IdentityLab lab) {
        this.on = on;
        this.lab = lab;
    }

    void run() throws IOException {
        on.nemesis("certificate of the gateways rotated");
        String last = serial(on.gateways().get(0));
        lab.renew();
        for (ChildSlot gateway : on.gateways()) {
            on.await(
                    "another certificate of " + gateway.name(),
                    () -> !serial(gateway).equals(last));
        }
        clients();
    }

    private void clients() throws IOException {
        on.nemesis("certificates of the callers rotated");
        Issued old = lab.client("old.internal");
        TestAuthority next = new TestAuthority("clients-" + System.nanoTime());
        TestAuthority before = lab.clientsOf(next);
        Issued certified = lab.client("certified-0.internal");
        Issued both = lab.client("both.internal");
        lab.principals.select(IdentityLab.CERTIFIED, "certificates", "certified-0.internal", "old.internal");
        lab.principals.write();
        lab.trust(before, next);
        lab.awaitIn("the old name", old, null);
        lab.awaitIn("the next authority", certified, null);
        List<HeldConnection> held = lab.hold(old, null);
        lab.change(Proof.CERTIFICATE, new CallerAccount(null, lab.tls(certified)));
        CallerAccount keyAndCertificate = lab.accounts.account(Proof.BOTH);
        lab.change(Proof.BOTH, new CallerAccount(keyAndCertificate.authorization(), lab.tls(both)));

        lab.trust(next);
        for (ChildSlot gateway : on.gateways()) {
            on.await(gateway.name() + " to refuse the old authority", () -> lab.status(gateway, old, null) == 0);
        }
        lab.requireIn(held, "by a certificate whose principal has its name still");
        lab.principals.select(IdentityLab.CERTIFIED, "certificates", "certified-0.internal");
        lab.principals.write();
        long refused = lab.awaitRefused(held, System.nanoTime());
        on.requireWithin(KeyRotation.ENDED_MS_MAX, refused, "401 after the removal of a certificate's name");
        on.fact(String.format("certificate: 401 after %,d ms", refused));
    }

    private String serial(ChildSlot gateway) {
        try (HeldConnection fresh = new HeldConnection(gateway, lab.context(null), null)) {
            return fresh.serial();
        } catch (IOException e) {
            return "";
        }
    }
}
