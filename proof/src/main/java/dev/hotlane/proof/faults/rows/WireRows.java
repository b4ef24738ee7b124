package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireFaults;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** The network between two processes fails without closing a connection, or a gateway gets replies late. */
public final class WireRows {
    private static final Duration DEAF = Duration.ofSeconds(10);
    private static final Duration FROZEN = Duration.ofSeconds(30);
    private static final Duration FROZEN_BRIEFLY = Duration.ofSeconds(5);
    private static final Duration DARK = Duration.ofSeconds(60);
    private static final Duration DARK_BRIEFLY = Duration.ofSeconds(5);
    private static final Duration SWIZZLE_PAUSE = Duration.ofMillis(700);
    private static final int CONNECTIONS_MAX = 6;
    private static final int CAP = 20;

    /** Places in flight: the last fifth is kept for calls that these rows do not send. */
    private static final int PLACES = CAP * 5 / 4;

    private WireRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        ScenePlan wired = ScenePlan.USUAL.withWires();
        return List.of(
                FaultRow.of(
                        "F08",
                        "SIGSTOP of a gateway for 30 s, late replies",
                        "no reply completes a wrong request",
                        ScenePlan.USUAL,
                        WireRows::frozenGateway),
                FaultRow.of(
                        "F09",
                        "replies to a gateway are held for 10 s",
                        "503 or 504, then the same result",
                        wired,
                        WireRows::deaf),
                FaultRow.of(
                        "F31",
                        "the leader's way to MySQL is dark for 60 s, no RST",
                        "answers go on, connections are not piled up",
                        wired.withGatewayOptions("--gateway-beat-age-max-ms=10000"),
                        WireRows::darkMySql),
                FaultRow.of(
                        "F48",
                        "a gateway hears replies at 2 KB a second",
                        "the other gateway does not notice",
                        wired,
                        WireRows::thin),
                FaultRow.of(
                        "F49",
                        "more requests at once than a gateway's cap, no processor",
                        "503 OVERLOADED beyond the cap, nothing of it in the log",
                        ScenePlan.USUAL.withGatewayOptions(
                                "--gateway-in-flight-max=" + PLACES, "--gateway-beat-age-max-ms=60000"),
                        WireRows::overCap),
                FaultRow.of(
                        "F58",
                        "swizzle: wires go dark one by one, and back in another order",
                        "the general acceptance",
                        wired,
                        WireRows::swizzle));
    }

    private static Request increment(String key, String id) {
        return Request.post("/v1/counters/" + key + "/increment", id, new JsonObject().put("amount", 1));
    }

    private static void frozenGateway(Scene on) {
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            ChildSlot gateway = on.gateways().get(round % 2);
            List<Future<CallResult>> calls = new ArrayList<>();
            for (int i = 0; i < CAP; i++) {
                calls.add(on.callers().send(1_000 + i, round % 2, increment("late", "late-" + round + "-" + i)));
            }
            on.nemesis("SIGSTOP " + gateway.name());
            gateway.suspend();
            Patience.pass(on.rounds(1, 0) == 1 ? FROZEN : FROZEN_BRIEFLY);
            gateway.resume();
            calls.forEach(Scene::ended);
            for (int i = 0; i < CAP; i++) {
                on.decided(increment("late", "late-" + round + "-" + i));
            }
        }
        long value = on.decided(Request.get("/v1/counters/late")).body().getLong("value");
        on.require(value == (long) rounds * CAP, "the counter stands at " + value + ", expected " + rounds * CAP);
        on.fact(rounds + " times");
    }

    private static void deaf(Scene on) {
        int rounds = on.rounds(3, 1);
        TreeMap<Integer, Integer> statuses = new TreeMap<>();
        int replayed = 0;
        for (int round = 0; round < rounds; round++) {
            Wire wire = on.wires(on.gateways().get(0)).kafka();
            on.nemesis("gateway-1 hears no replies");
            wire.weather(WireFaults.DEAF);
            List<Future<CallResult>> calls = new ArrayList<>();
            for (int i = 0; i < CAP; i++) {
                calls.add(on.callers().send(1_000 + i, 0, increment("deaf", "deaf-" + round + "-" + i)));
            }
            Patience.pass(DEAF);
            wire.weather(WireFaults.FAIR);
            for (int i = 0; i < CAP; i++) {
                CallResult told = Scene.ended(calls.get(i));
                statuses.merge(told.status(), 1, Integer::sum);
                CallResult again = on.decided(increment("deaf", "deaf-" + round + "-" + i));
                replayed += again.replayed() ? 1 : 0;
                on.require(again.status() == 200, "a retry was answered " + again);
            }
        }
        on.fact(String.format("first answers %s, %d had run and got their result", statuses, replayed));
    }

    private static void darkMySql(Scene on) {
        ChildSlot leader = on.awaitLeader();
        Wire wire = on.wires(leader).mysql();
        long flushed = on.offsets(leader).getLong("flushed");
        int before = wire.connections();
        on.nemesis("no byte between the leader and MySQL");
        wire.weather(WireFaults.DARK);
        Patience.pass(on.rounds(1, 0) == 1 ? DARK : DARK_BRIEFLY);
        on.load().awaitAnswers(200);
        on.require(on.awaitLeader() == leader, "the leader was replaced");
        wire.weather(WireFaults.FAIR);
        on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") > flushed + 200);
        int opened = wire.connections() - before;
        on.require(opened <= CONNECTIONS_MAX, opened + " new connections to MySQL");
        on.fact(opened + " new connections");
    }

    private static void thin(Scene on) {
        Wire wire = on.wires(on.gateways().get(0)).kafka();
        on.nemesis("gateway-1 hears 2 KB a second");
        wire.weather(WireFaults.thin(2_048));
        int calls = on.rounds(500, 50);
        int open = 0;
        for (int i = 0; i < calls; i++) {
            open += on.call(1, increment("thin", "thin-" + i)).isFinal() ? 0 : 1;
        }
        on.require(open == 0, open + " of " + calls + " calls through the other gateway had no final answer");
        wire.weather(WireFaults.FAIR);
        on.fact(calls + " calls through the other gateway, all answered");
    }

    private static void overCap(Scene on) {
        on.processors().forEach(ChildSlot::leaveAlone);
        on.nemesis("SIGSTOP of both processors");
        on.processors().forEach(ChildSlot::suspend);
        List<Future<CallResult>> calls = new ArrayList<>();
        for (int i = 0; i < 10 * CAP; i++) {
            calls.add(on.callers().send(1_000 + i, i % 2, increment("cap", "cap-" + i)));
        }
        TreeMap<String, Integer> codes = new TreeMap<>();
        for (Future<CallResult> call : calls) {
            CallResult told = Scene.ended(call);
            codes.merge(told.status() + " " + told.body().getString("code", ""), 1, Integer::sum);
        }
        on.require(codes.getOrDefault("503 OVERLOADED", 0) >= 6 * CAP, "beyond the cap were answered " + codes);
        on.processors().forEach(ChildSlot::resume);
        on.processors().forEach(ChildSlot::start);
        on.fact(codes.toString());
    }

    private static void swizzle(Scene on) {
        int rounds = on.rounds(10, 1);
        for (int round = 0; round < rounds; round++) {
            List<Wire> wires = new ArrayList<>();
            for (ChildSlot place : on.places()) {
                wires.add(on.wires(place).kafka());
            }
            on.processors().forEach(place -> wires.add(on.wires(place).mysql()));
            List<Wire> chosen = shuffled(on, wires).subList(0, on.random().nextInt(1, wires.size() + 1));
            on.nemesis("swizzle of " + chosen.size() + " wires");
            for (Wire wire : chosen) {
                wire.weather(WireFaults.DARK);
                Patience.pass(SWIZZLE_PAUSE);
            }
            for (Wire wire : shuffled(on, chosen)) {
                wire.weather(WireFaults.FAIR);
                Patience.pass(SWIZZLE_PAUSE);
            }
            on.awaitAll();
            on.load().awaitAnswers(50);
        }
        on.fact(rounds + " swizzles");
    }

    private static List<Wire> shuffled(Scene on, List<Wire> wires) {
        List<Wire> shuffled = new ArrayList<>(wires);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            Collections.swap(shuffled, i, on.random().nextInt(i + 1));
        }
        return shuffled;
    }
}
