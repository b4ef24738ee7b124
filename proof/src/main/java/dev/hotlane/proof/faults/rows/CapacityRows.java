package dev.hotlane.proof.faults.rows;

import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.counters.CounterRemoval;
import dev.hotlane.infra.counters.CountersFound;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** Callers that fill the state, the window and the changes that wait for MySQL, beside honest ones. */
public final class CapacityRows {
    private static final int TTL_MS_MAX = 62_000;
    private static final int TTL_MS_MAX_OF_BRIEF = 5_000;

    private static final int REMOVALS_PER_SECOND = 100_000;

    private CapacityRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        // Only what a row makes may be a failure's cause: a busy machine may delay TICKs and BEATs.
        ScenePlan patient = ScenePlan.USUAL
                .withProcessorOptions("--takeover-silence-ms=3000")
                .withGatewayOptions("--gateway-beat-age-max-ms=10000");
        return List.of(
                FaultRow.of(
                        "F51",
                        "a flood of new keys, short buckets, keys added and removed; MySQL stopped",
                        "no exit, heap at most 80 %, honest callers answered, writes come back, a restart succeeds",
                        patient,
                        CapacityRows::keys),
                FaultRow.of(
                        "F52",
                        "a flood of holds without stock, with images of 15 KB; MySQL stopped for part of it",
                        "the same",
                        patient,
                        CapacityRows::holds),
                FaultRow.of(
                        "F62",
                        "a flood of ids, and of extends of one hold of 64 lines",
                        "the same; the window stays within its bytes, with rates above half of its promise",
                        patient.withWindow(WindowFlood.COMMANDS, WindowFlood.PROMISE),
                        new WindowFlood()));
    }

    private static void keys(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        FloodScene scene = new FloodScene(on);
        Payers payers = scene.begin(LaneRules.small(on.seed()), FloodScene.BRIEF_WINDOW_BYTES);
        stopMySql(on);
        String more = scene.isBrief() ? FloodLines.WIDE : "";
        try (BatchFlood flood = BatchFlood.of(gateway, number -> FloodLines.key(number, more))) {
            // Keys added and removed, and short buckets, leave tombstones when the state is full, too.
            on.await("a full share of the changes", () -> flood.answered(503) > 0);
            payers.awaitOverloaded();
            goOn(on, scene, flood);
        }
        scene.awaitFlushed();
        scene.restart();
        remove(on, gateway);
        scene.awaitTaken("after");
    }

    private static void holds(Scene on) {
        long ttlMsMax = on.rounds(TTL_MS_MAX, TTL_MS_MAX_OF_BRIEF);
        FloodScene scene = new FloodScene(on);
        scene.begin(LaneRules.small(on.seed()), FloodScene.BRIEF_WINDOW_BYTES);
        stopMySql(on);
        try (BatchFlood flood = BatchFlood.of(on.gateways().get(0), number -> FloodLines.hold(number, ttlMsMax))) {
            on.await("a full state or a full share", () -> flood.answered(429) > 0 || flood.answered(503) > 0);
            goOn(on, scene, flood);
        }
        scene.awaitFlushed();
        scene.restart();
        // The flood's holds expire.
        scene.awaitTaken("after");
    }

    private static void stopMySql(Scene on) {
        on.nemesis("MySQL stopped, flood");
        on.stack().mysql().kill9();
    }

    /** Honest callers beside the flood, first without MySQL, then with it until the state is full; the leader stays. */
    private static void goOn(Scene on, FloodScene scene, BatchFlood flood) {
        ChildSlot leader = on.awaitLeader();
        scene.watch(() -> {});
        on.nemesis("MySQL is back, the flood goes on");
        on.stack().mysql().start();
        int taken = flood.answered(200) + flood.answered(201);
        on.await("writes to be taken again", () -> flood.answered(200) + flood.answered(201) > taken);
        on.await("a full state", () -> flood.answered(429) > 0);
        scene.watch(() -> {});
        on.require(on.awaitLeader() == leader, "the leader was replaced");
        scene.report(flood);
    }

    /** What the flood made has gone, so that honest callers may make keys again. */
    private static void remove(Scene on, ChildSlot gateway) {
        try (LaneClient client = LaneClient.connect(ClientSettings.of(gateway.url()))) {
            CountersFound all = new CounterRemoval(client, "flood:", REMOVALS_PER_SECOND, line -> {}).run(true);
            on.require(all.complete(), "not all counters of the flood were removed: " + all);
            on.fact(String.format("%,d counters removed", all.removed()));
        }
    }
}
