package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** Clients that read no answers, end no request, or open more connections than a gateway accepts. */
public final class FloodRows {
    /** Exit code of a gateway that ran out of direct memory. */
    private static final int OUT_OF_MEMORY = 3;

    private static final List<String> UNREAD = List.of(
            "/openapi.yaml",
            "/v1/reservations?limit=100",
            "/v1/counters?limit=1000",
            "/v1/counters/unread",
            "/metrics",
            "/v1/status");

    private static final int BODY = 250_000;
    private static final int FILES = 256;

    private FloodRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F81",
                        "500 clients that send 10,000 requests each and read nothing, of six kinds in turn",
                        "/healthz answers, the load goes on, SIGTERM ends the gateway with exit code 0",
                        ScenePlan.USUAL,
                        FloodRows::unread),
                FaultRow.of(
                        "F82",
                        "a gateway that may keep more for its clients than it has direct memory",
                        "it ends with 3 and serves again",
                        ScenePlan.USUAL.withGatewayOptions("--gateway-unsent-max=1073741824"),
                        FloodRows::noDirectMemory),
                FaultRow.of(
                        "F83",
                        "953 connections with 250 kB each of a body that does not end, on 256 MB",
                        "/healthz answers, the load goes on, the gateway does not end",
                        ScenePlan.USUAL,
                        FloodRows::unfinished),
                FaultRow.of(
                        "F84",
                        "all 200 connections taken by clients that send one byte from time to time",
                        "/healthz answers at every probe; the places are free again",
                        ScenePlan.USUAL.withGatewayOptions("--gateway-connections-max=200"),
                        FloodRows::trickle),
                FaultRow.of(
                        "F85",
                        "ulimit -n 256 and 400 connections",
                        "/healthz answers and the load goes on",
                        ScenePlan.USUAL,
                        FloodRows::fewFiles));
    }

    private static void requireHealth(Scene on, ChildSlot gateway) {
        for (String path : List.of("/healthz", "/metrics", "/v1/status")) {
            on.await(
                    gateway.name() + " to answer " + path,
                    () -> gateway.page(path)
                            .map(answer -> answer.statusCode() == 200)
                            .orElse(false));
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static void requireAlive(Scene on, ChildSlot gateway, int exitsBefore) {
        on.require(gateway.exits().size() == exitsBefore, gateway.name() + " ended. " + gateway.tail());
    }

    private static void unread(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        int clients = on.rounds(500, 20);
        for (String path : UNREAD) {
            on.nemesis(clients + " clients do not read " + path);
            try (Flood flood = Flood.to(gateway, clients, get(path), 10_000)) {
                on.await("a standstill of " + path, flood::standsStill);
                on.load().awaitAnswers(200);
                requireHealth(on, gateway);
                requireAlive(on, gateway, 0);
            }
        }
        try (Flood flood = Flood.to(gateway, clients, get(UNREAD.get(0)), 10_000)) {
            on.await("a standstill", flood::standsStill);
            on.nemesis("SIGTERM " + gateway.name());
            int code = gateway.stop();
            on.require(code == 0, gateway.name() + " ended with " + code + " when asked to stop. " + gateway.tail());
        }
        on.awaitAll();
        on.fact(String.format("%,d requests unread, %d kinds", clients * 10_000L * UNREAD.size(), UNREAD.size()));
    }

    private static void noDirectMemory(Scene on) {
        on.expectExit(OUT_OF_MEMORY);
        ChildSlot gateway = on.gateways().get(0);
        on.flags(gateway, "-XX:MaxDirectMemorySize=24m");
        gateway.stop();
        on.awaitAll();
        int before = gateway.exits().size();
        on.nemesis("more unread answers than direct memory");
        // Each answer of /metrics has bytes of its own; all answers of /openapi.yaml share theirs.
        try (Flood flood = Flood.to(gateway, 1_000, get("/metrics"), 10_000)) {
            on.await("its end", () -> {
                flood.push(Integer.MAX_VALUE);
                return gateway.exits().size() > before;
            });
        }
        int code = gateway.exits().get(before);
        on.require(code == OUT_OF_MEMORY, "it ended with " + code + ". " + gateway.tail());
        on.flags(gateway);
        on.awaitAll();
        on.fact("ended with exit code " + code + " and served again");
    }

    private static void unfinished(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        String head = "POST /v1/counters/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + (BODY + 1) + "\r\n\r\n";
        int rounds = on.rounds(10, 1);
        for (int round = 0; round < rounds; round++) {
            on.nemesis("953 unfinished bodies");
            try (Flood flood = Flood.to(gateway, 953, head + " ".repeat(BODY), 1)) {
                on.await("a standstill", flood::standsStill);
                on.load().awaitAnswers(200);
                requireHealth(on, gateway);
            }
            requireAlive(on, gateway, 0);
        }
        double refused = gateway.metric("hotlane_gateway_overloads_total");
        on.require(refused > 0, "no body was refused");
        on.fact(String.format("%d bodies, %.0f refused with 503", 953 * rounds, refused));
    }

    private static void trickle(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        int rounds = on.rounds(5, 1);
        for (int round = 0; round < rounds; round++) {
            on.nemesis("200 connections with a byte now and then");
            try (Flood flood = Flood.to(gateway, 240, get(UNREAD.get(0)).repeat(1_000), 1)) {
                on.await("the end of all, while /healthz answers", () -> {
                    flood.push(1);
                    requireHealth(on, gateway);
                    return gateway.metric("hotlane_gateway_connections") < 100;
                });
            }
            on.load().awaitAnswers(200);
            requireAlive(on, gateway, 0);
        }
        on.fact(rounds + " times 240 connections, /healthz answered every probe");
    }

    private static void fewFiles(Scene on) {
        ChildSlot gateway = on.gateways().get(0);
        on.openFiles(gateway, FILES);
        gateway.stop();
        on.awaitAll();
        int before = gateway.exits().size();
        on.nemesis("400 connections to a gateway of 256 files");
        try (Flood flood = Flood.to(gateway, 400, "G", 1)) {
            on.await("a standstill", flood::standsStill);
            on.load().awaitAnswers(500);
            requireHealth(on, gateway);
            on.require(
                    gateway.metric("hotlane_gateway_connections_refused_total") > 0,
                    "no connection was one too many for " + FILES + " files");
        }
        requireAlive(on, gateway, before);
        on.fact("400 connections, /healthz answered, calls went on");
    }
}
