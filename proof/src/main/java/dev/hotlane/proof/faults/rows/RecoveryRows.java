package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** Cold starts and take-overs that must keep holds and answers, and a strobe of short stops. */
public final class RecoveryRows {
    private static final int TTL_MS = 3_000;
    private static final Duration DOWN = Duration.ofSeconds(4);
    private static final Duration STROBE_ON = Duration.ofSeconds(2);
    private static final Duration STROBE_OFF = Duration.ofSeconds(1);

    private RecoveryRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F06",
                        "both processors down, cold start, with and without a tail to replay",
                        "reservations expire by the log's time, stock comes back once",
                        ScenePlan.USUAL,
                        RecoveryRows::coldStart),
                FaultRow.of(
                        "F13",
                        "executed, flushed or not, killed, recovered, asked again",
                        "the same result and offset in all four cases",
                        ScenePlan.USUAL,
                        RecoveryRows::askedAgain),
                FaultRow.of(
                        "F55",
                        "SIGSTOP strobe on the leader: 2 s on, 1 s off, 2 minutes",
                        "take-overs counted",
                        ScenePlan.USUAL,
                        RecoveryRows::strobe));
    }

    private static void coldStart(Scene on) {
        for (int tail = 0; tail < 2; tail++) {
            String stock = "cold-" + tail;
            on.decided(Request.post("/v1/counters/" + stock + "/increment", stock + "-in", amount(10)));
            JsonArray lines =
                    new JsonArray().add(new JsonObject().put("key", stock).put("quantity", 3));
            CallResult held = on.decided(Request.post(
                    "/v1/reservations",
                    stock + "-hold",
                    new JsonObject().put("lines", lines).put("ttlMs", TTL_MS)));
            on.require(held.status() == 201, "the reservation was answered " + held);
            on.processors().forEach(ChildSlot::leaveAlone);
            on.nemesis("both processors down, " + (tail == 0 ? "killed" : "stopped"));
            if (tail == 0) {
                on.processors().forEach(ChildSlot::kill9);
            } else {
                ChildSlot leader = on.awaitLeader();
                on.processors().stream().filter(place -> place != leader).forEach(ChildSlot::kill9);
                on.require(leader.stop() == 0, "the leader did not stop in order. " + leader.tail());
            }
            Patience.pass(DOWN);
            on.processors().forEach(ChildSlot::start);
            on.awaitAll();
            on.await(
                    "the expiry",
                    () -> "expired"
                            .equals(on.decided(Request.get("/v1/reservations/" + stock + "-hold"))
                                    .body()
                                    .getString("state")));
            long value = on.decided(Request.get("/v1/counters/" + stock)).body().getLong("value");
            on.require(value == 10, stock + " stands at " + value + " after the expiry, expected 10");
        }
        on.fact("expired once after both kinds of cold start");
    }

    private static JsonObject amount(int amount) {
        return new JsonObject().put("amount", amount);
    }

    private static void askedAgain(Scene on) {
        for (int i = 0; i < 4; i++) {
            boolean flushed = i % 2 == 0;
            boolean cold = i < 2;
            Request request = Request.post("/v1/counters/again/increment", "again-" + i, amount(1));
            if (!flushed) {
                on.stack().mysql().suspend();
            }
            CallResult first = on.decided(request);
            if (flushed) {
                long offset = first.body().getLong("offset");
                on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") > offset);
            }
            ChildSlot leader = on.awaitLeader();
            on.nemesis("kill -9 of " + (cold ? "both processors" : leader.name()));
            if (cold) {
                on.killProcessors();
            } else {
                leader.kill9();
            }
            on.stack().mysql().resume();
            on.processors().forEach(ChildSlot::start);
            on.awaitAll();
            CallResult second = on.decided(request);
            on.require(
                    second.replayed() && second.body().equals(first.body()),
                    (cold ? "cold" : "take-over") + (flushed ? ", flushed" : ", not flushed") + ": first " + first
                            + ", then " + second);
        }
        long value = on.decided(Request.get("/v1/counters/again")).body().getLong("value");
        on.require(value == 4, "four increments make " + value);
        on.fact("4 cases, same answer each time");
    }

    private static void strobe(Scene on) {
        int rounds = on.rounds(40, 2);
        for (int round = 0; round < rounds; round++) {
            ChildSlot leader = on.awaitLeader();
            on.nemesis("SIGSTOP " + leader.name());
            leader.suspend();
            Patience.pass(STROBE_ON);
            leader.resume();
            Patience.pass(STROBE_OFF);
        }
        long ended = on.processors().stream()
                .mapToLong(place -> place.exits().size())
                .sum();
        on.fact(rounds + " flashes, " + ended + " take-overs");
    }
}
