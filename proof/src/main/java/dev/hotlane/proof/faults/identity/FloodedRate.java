package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.LanePrincipals;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The script of F65: the load's callers are 50 principals below their rates; another one calls ten times as often as it may.
 * One thread: the row's.
 */
final class FloodedRate implements FaultRow.Script {
    private static final String FLOODER = "flooder";
    private static final int PER_SECOND = 200;
    private static final int BURST = 200;
    private static final int FLOODERS = 100;

    /** 100 callers, each 20 times a second. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Units of a transaction with one op. */
    private static final double COST = 1.25;

    /** Well above what a caller of the load does: an extend costs 16, a page of a list 32. */
    private static final int OTHERS_PER_SECOND = 200;

    private static final int OTHERS_BURST = 1_000;

    private String key;
    private OwnAccounts accounts;

    @Override
    public void before(Scene on) {
        LanePrincipals principals = LanePrincipals.of(on);
        key = principals.add(FLOODER);
        principals.rate(FLOODER, PER_SECOND, BURST, FLOODERS);
        Map<Integer, CallerAccount> others = new HashMap<>();
        for (int i = 0; i < RateRows.OTHERS; i++) {
            String name = "other-" + i;
            others.put(i, CallerAccount.bearer(principals.add(name), null));
            principals.rate(name, OTHERS_PER_SECOND, OTHERS_BURST, 10);
        }
        accounts = new OwnAccounts(others, CallerAccount.bearer(principals.add("row"), null));
        principals.write();
        on.callers().callBy(accounts);
    }

    @Override
    public void run(Scene on) {
        on.findings().allowOthers();
        ChildSlot gateway = on.gateways().get(0);
        int answers = on.rounds(5_000, 300);
        // What is compiled while it serves is no matter of the flood.
        on.load().awaitAnswers(answers);
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            accounts.takeTimes();
            on.load().awaitAnswers(answers);
            Histogram quiet = accounts.takeTimes();
            on.nemesis(FLOODER + " above its rate");
            long begin = System.nanoTime();
            try (Crowd crowd =
                    Crowd.of(gateway, key, FLOODERS, PAUSE, new Crowd.Call("/v1/transactions", this::body))) {
                on.await("a refusal", () -> crowd.tooFast() > 0);
                accounts.takeTimes();
                on.load().awaitAnswers(answers);
                Histogram flooded = accounts.takeTimes();
                judge(on, crowd, (System.nanoTime() - begin) / 1e9);
                on.fact(String.format(
                        "others' p99 %.1f ms without, %.1f ms beside it; %s",
                        quiet.getValueAtPercentile(99) / 1e6, flooded.getValueAtPercentile(99) / 1e6, crowd));
            }
        }
        on.require(accounts.loadAboveRate() == 0, "others were refused " + accounts.loadAboveRate() + " times by 429");
    }

    private JsonObject body(long number) {
        JsonObject op =
                new JsonObject().put("op", "add").put("key", "flood:one").put("delta", 1);
        return new JsonObject().put("ops", new JsonArray().add(op));
    }

    /** At least half of what its rate allows to calls that end no reservation, at most all of it. */
    private static void judge(Scene on, Crowd crowd, double seconds) {
        double units = crowd.taken() * COST;
        double most = BURST + PER_SECOND * seconds;
        on.require(crowd.wrong() == null, "an answer above the rate was " + crowd.wrong());
        on.require(units <= most, String.format("%.0f units were taken, expected at most %.0f", units, most));
        double least = on.rounds(1, 0) * PER_SECOND * seconds * 0.4;
        on.require(units > least, String.format("%.0f units were taken, expected more than %.0f", units, least));
    }
}
