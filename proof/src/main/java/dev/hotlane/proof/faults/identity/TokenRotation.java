package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.identity.RotatedAccounts.Proof;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import java.io.IOException;
import java.util.List;

/**
 * The token server is killed, rotates its key, and comes back. A gateway reads the keys for a token of an unknown key at most
 * once in 30 s; so in a brief row one gateway meets such a token while the server is away, the other one after that. One
 * thread: the row's.
 */
final class TokenRotation {
    /** A reading of the keys at the latest, and time for it. */
    private static final long KEYS_READ_MS_MAX = 35_000;

    /** A token is known for 60 s at most, then the keys are read again within 30 s. */
    private static final long FORGOTTEN_MS_MAX = 95_000;

    private static final int SHORT_SECONDS = 5;

    /** After its end a token is accepted for 30 s more. */
    private static final long SLACK_MS = 30_000;

    private final Scene on;
    private final IdentityLab lab;

    TokenRotation(Scene on, IdentityLab lab) {
        this.on = on;
        this.lab = lab;
    }

    void run() throws IOException {
        List<HeldConnection> known = lab.hold(null, lab.token());
        on.nemesis("token server killed");
        lab.tokens.kill();
        lab.requireIn(known, "by a known token while the token server is away");
        for (HeldConnection each : lab.hold(null, lab.token(1_800))) {
            each.close();
        }

        lab.tokens.overlap();
        String next = lab.token();
        ChildSlot last = on.gateways().get(on.gateways().size() - 1);
        try (HeldConnection fresh = new HeldConnection(last, lab.context(null), next)) {
            int status = fresh.read();
            on.require(
                    status == 503 && fresh.body().contains("\"outcome\":\"not_executed\""),
                    "a token of an unknown key was answered " + status + " " + fresh.body());
        }
        on.nemesis("token server back");
        lab.tokens.revive();
        long back = System.nanoTime();
        ChildSlot first = on.gateways().get(0);
        on.await("the next key", () -> lab.status(first, null, next) == 404 || lab.status(first, null, next) == 200);
        lab.change(Proof.TOKEN, CallerAccount.bearer(next, lab.tls(null)));
        lab.requireIn(known, "by a token of the key before, which is published still");
        on.fact("token server away: known tokens and keys served, 503 for the other key");
        if (on.rounds(1, 0) == 1) {
            lab.awaitIn("the next key", null, next);
            on.requireWithin(KEYS_READ_MS_MAX, millisSince(back), "the next key's way to all gateways");
            withdrawn(known);
        }
        for (HeldConnection each : known) {
            each.close();
        }
    }

    /** The first key is published no more, and a token of a short life ends. */
    private void withdrawn(List<HeldConnection> known) throws IOException {
        List<HeldConnection> brief = lab.hold(null, lab.token(SHORT_SECONDS));
        long begin = System.nanoTime();
        on.nemesis("token server withdraws its first key");
        lab.tokens.overlap();
        String next = lab.token();
        lab.awaitIn("the third key", null, next);
        long read = System.nanoTime();
        lab.change(Proof.TOKEN, CallerAccount.bearer(next, lab.tls(null)));
        long expired = lab.awaitRefused(brief, begin);
        on.requireWithin(
                SHORT_SECONDS * 1_000L + SLACK_MS + KeyRotation.ENDED_MS_MAX, expired, "401 after a token's end");
        long forgotten = lab.awaitRefused(known, read);
        on.requireWithin(FORGOTTEN_MS_MAX, forgotten, "401 after the withdrawal of a token's key");
        on.fact(String.format(
                "token of %d s: 401 after %,d ms; withdrawn key: 401 after %,d ms", SHORT_SECONDS, expired, forgotten));
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
