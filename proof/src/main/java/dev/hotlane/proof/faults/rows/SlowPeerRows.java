package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.time.Duration;
import java.util.List;

/** Connections of other addresses that send a byte now and then, or nothing, beside honest callers. */
public final class SlowPeerRows {
    private static final Duration FLOODED = Duration.ofMinutes(10);
    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(9);

    /** Of a brief row, whose gateway waits 2 s for a body and not 5. */
    private static final Duration BETWEEN_BYTES_OF_BRIEF = Duration.ofSeconds(3);

    private static final String BODY_MAX_OF_BRIEF = "--gateway-body-max-ms=2000";
    private static final int PER_ADDRESS = 1_000;
    private static final int BODY = 10_000;
    private static final int ANSWERS = 50;

    /** A connection that is closed is seen by the second byte after that. */
    private static final int BYTES_MAX = 5;

    private SlowPeerRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F63",
                        "2,000 bodies of which a byte comes each 9 s",
                        "each is refused, its connection ends, honest callers are answered",
                        ScenePlan.USUAL,
                        new SlowBodies()),
                FaultRow.of(
                        "F64",
                        "16,384 connections that send nothing",
                        "honest callers are answered, the gateway does not end",
                        ScenePlan.USUAL,
                        SlowPeerRows::idle));
    }

    private static final class SlowBodies implements FaultRow.Script {
        @Override
        public void before(Scene on) {
            if (on.rounds(0, 1) == 1) {
                on.gateways().get(0).options(List.of(BODY_MAX_OF_BRIEF));
            }
        }

        @Override
        public void run(Scene on) {
            bodies(on);
        }
    }

    private static void bodies(Scene on) {
        String head = "POST /v1/counters/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + BODY + "\r\n\r\n";
        ChildSlot gateway = on.gateways().get(0);
        int connections = on.rounds(2_000, 200);
        long end = System.nanoTime() + on.rounds(1, 0) * FLOODED.toNanos();
        long opened = 0;
        Duration pause = on.rounds(1, 0) == 1 ? BETWEEN_BYTES : BETWEEN_BYTES_OF_BRIEF;
        on.nemesis(connections + " bodies, a byte each " + pause.toSeconds() + " s");
        do {
            try (Flood flood = Flood.fromOthers(gateway, connections, PER_ADDRESS, head + " ".repeat(BODY))) {
                opened += connections;
                flood.push(head.length());
                for (int i = 0; flood.open() > 0 && i < BYTES_MAX; i++) {
                    on.load().awaitAnswers(ANSWERS);
                    Patience.pass(pause);
                    flood.push(1);
                }
                on.require(flood.open() == 0, flood.open() + " bodies were waited for too long");
            }
        } while (System.nanoTime() < end);
        requireWell(on, gateway);
        on.fact(String.format(
                "%,d bodies, %,.0f refused as late", opened, gateway.metric("hotlane_gateway_bodies_late_total")));
    }

    private static void idle(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        int connections = on.rounds(16_384, 1_000);
        long end = System.nanoTime() + on.rounds(1, 0) * FLOODED.toNanos();
        on.nemesis(connections + " connections that send nothing");
        try (Flood flood = Flood.fromOthers(gateway, connections, PER_ADDRESS, "")) {
            do {
                on.load().awaitAnswers(ANSWERS);
                requireWell(on, gateway);
                Patience.pass(on.rounds(1, 0) == 1 ? BETWEEN_BYTES : Duration.ZERO);
            } while (System.nanoTime() < end);
            on.fact(String.format(
                    "%,d connections, %,d when it ended, the gateway has %,.0f",
                    connections, flood.open(), gateway.metric("hotlane_gateway_connections")));
        }
    }

    private static void requireWell(Scene on, ChildSlot gateway) {
        on.require(gateway.exits().isEmpty(), gateway.name() + " ended. " + gateway.tail());
        on.await(
                gateway.name() + " to answer /healthz",
                () -> gateway.page("/healthz")
                        .map(answer -> answer.statusCode() == 200)
                        .orElse(false));
    }
}
