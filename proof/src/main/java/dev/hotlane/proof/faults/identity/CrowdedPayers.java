package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.LanePrincipals;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.CallerAccount;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The script of F66: callers of one principal reserve, above its rate; then its calls in flight are used up, as no processor
 * runs for a moment. Each time 100 payers of the same principal confirm at once. One thread: the row's.
 */
final class CrowdedPayers implements FaultRow.Script {
    private static final int PER_SECOND = 1_000;
    private static final int BURST = 1_000;

    /** A fifth of it is kept: room for all payers. */
    private static final int IN_FLIGHT = 500;

    private static final int PAYERS = 100;
    private static final int STOCK = 10_000_000;
    private static final int TTL_MS = 600_000;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** Attempts without a known outcome, as of a leader that was replaced; a refusal by the rate is none. */
    private static final int UNKNOWN_MAX = 2 * PAYERS;

    private static final long CONFIRMED_MS_MAX = 1_000;
    private static final int CALLS_AFTER = 400;

    private String key;

    @Override
    public void before(Scene on) {
        LanePrincipals principals = LanePrincipals.of(on);
        CallerAccount others = CallerAccount.bearer(principals.add("others"), null);
        key = principals.add("shop");
        principals.rate("shop", PER_SECOND, BURST, IN_FLIGHT);
        principals.write();
        on.callers().callBy(client -> client < PAYERS ? others : CallerAccount.bearer(key, null));
    }

    @Override
    public void run(Scene on) {
        on.findings().allowOthers();
        ChildSlot gateway = on.gateways().get(0);
        on.decided(new Request(
                HttpMethod.PUT,
                "/v1/counters/shop:stock",
                on.lane() + "-stock",
                new JsonObject().put("value", STOCK),
                Request.ANY));
        List<String> first = holds(on, "a");
        List<String> second = holds(on, "b");
        on.nemesis("a crowd reserves");
        try (Crowd crowd = Crowd.of(
                gateway,
                key,
                on.rounds(5_000, 1_000),
                RETRY_AFTER,
                new Crowd.Call("/v1/reservations", number -> reservation()))) {
            on.await("refusals by the rate", () -> crowd.tooFast() > 100);
            long began = System.nanoTime();
            judge(on, first, send(on, first));
            long confirmed = millisSince(began);
            on.requireWithin(CONFIRMED_MS_MAX, confirmed, "confirming beside the crowd");

            on.nemesis("SIGSTOP of the processors");
            on.processors().forEach(ChildSlot::suspend);
            on.await("refusals by the calls in flight", () -> crowd.tooMany() > 100);
            List<Future<CallResult>> sent = send(on, second);
            // Sent after the payers' calls, so those have been met by full places too.
            int full = crowd.tooMany() + CALLS_AFTER;
            on.await("further refusals", () -> crowd.tooMany() > full);
            long resumed = System.nanoTime();
            on.processors().forEach(ChildSlot::resume);
            judge(on, second, sent);
            on.require(crowd.wrong() == null, "an answer above the rate was " + crowd.wrong());
            on.fact(String.format(
                    "%d confirmed within %,d ms beside the crowd, %d within %,d ms of SIGCONT; crowd: %s",
                    first.size(), confirmed, second.size(), millisSince(resumed), crowd));
        }
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    private static List<String> holds(Scene on, String series) {
        List<String> ids = IntStream.range(0, PAYERS)
                .mapToObj(i -> on.lane() + "-" + series + i)
                .toList();
        for (String id : ids) {
            CallResult held = on.decided(Request.post("/v1/reservations", id, reservation()));
            on.require(held.type() == CallResult.Type.OK, "a payer reserved in vain: " + held.body());
        }
        return ids;
    }

    private static JsonObject reservation() {
        JsonObject line = new JsonObject().put("key", "shop:stock").put("quantity", 1);
        return new JsonObject().put("lines", new JsonArray().add(line)).put("ttlMs", TTL_MS);
    }

    /** All at once, by the gateway that the crowd calls. */
    private static List<Future<CallResult>> send(Scene on, List<String> holds) {
        List<Future<CallResult>> sent = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            sent.add(on.callers().send(PAYERS + i, 0, confirmation(holds.get(i))));
        }
        return sent;
    }

    private static Request confirmation(String hold) {
        return Request.post("/v1/reservations/" + hold + "/confirm", hold + "-c", new JsonObject());
    }

    /** None may be refused; an attempt with an unknown outcome is sent again. */
    private static void judge(Scene on, List<String> holds, List<Future<CallResult>> sent) {
        int again = 0;
        for (int i = 0; i < holds.size(); i++) {
            CallResult result = Scene.ended(sent.get(i));
            while (!result.isFinal() && again < UNKNOWN_MAX) {
                again++;
                result = Scene.ended(on.callers().send(PAYERS + i, 0, confirmation(holds.get(i))));
            }
            on.require(
                    result.type() == CallResult.Type.OK,
                    "payer " + i + " was answered " + result.status() + " " + result.body());
        }
        if (again > 0) {
            on.fact(again + " attempts of payers were sent again");
        }
    }
}
