package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** One clock at a time is off by an hour or a year, in either direction. */
public final class ClockRows {
    private static final List<Duration> SHIFTS =
            List.of(Duration.ofHours(1), Duration.ofHours(-1), Duration.ofDays(366), Duration.ofDays(-366));
    private static final Duration LASTS = Duration.ofSeconds(5);

    /** Longer than the row takes, shorter than a clock is off. */
    private static final long TTL_MS = 1_200_000;

    private ClockRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        AtomicReference<ShiftedClock> broker = new AtomicReference<>();
        return List.of(
                FaultRow.of(
                        "F44",
                        "the clock of the leader is off by an hour or a year",
                        "the log's time never goes by it alone; no reservation expires early",
                        ScenePlan.USUAL,
                        ClockRows::processors),
                FaultRow.of(
                                "F45",
                                "the broker's clock is off by an hour or a year: append times go back",
                                "the log's time never goes back, nor by it alone; no reservation expires early",
                                // While append times are below the log's time, that time stands still; the gateways go
                                // on.
                                ScenePlan.USUAL,
                                on -> offByEach(on, broker.get(), "the broker"))
                        .on(usual -> shifted(usual, broker)));
    }

    private static Stack shifted(DevStackSettings usual, AtomicReference<ShiftedClock> broker) {
        Path beside = usual.directory().resolveSibling(usual.directory().getFileName() + "-clock");
        broker.set(ShiftedClock.ofBroker(beside));
        String classPath =
                broker.get().classes() + File.pathSeparator + usual.home().kafkaJars() + "/*";
        // The controller batches its own records by the wall clock: set back meanwhile, it would wait that much longer.
        return DevStack.start(usual.withKafkaFlags("-Xms128m", "-Xmx256m", "-cp", classPath)
                .withKafkaProperty("controller.quorum.append.linger.ms", "0")
                .withKafkaProperty("metadata.max.idle.interval.ms", "0"));
    }

    private static void processors(Scene on) {
        ChildSlot place = on.following().get(0);
        ShiftedClock clock = ShiftedClock.ofProcessor(place.directory().resolve("clock"));
        on.classes(place, clock.classes());
        place.kill9();
        on.awaitAll();
        on.awaitLeader().kill9();
        on.await(place.name() + " to lead", place::ready);
        on.awaitAll();
        offByEach(on, clock, place.name());
    }

    private static void offByEach(Scene on, ShiftedClock clock, String whose) {
        hold(on);
        List<Duration> shifts = on.rounds(1, 0) == 1 ? SHIFTS : SHIFTS.subList(0, 2);
        for (Duration shift : shifts) {
            long before = logTime(on);
            on.nemesis("the clock of " + whose + " is off by " + shift);
            clock.shift(shift);
            Patience.pass(LASTS);
            clock.mend();
            on.awaitAll();
            long after = logTime(on);
            on.await("the log's time to go on", () -> logTime(on) > after);
            long wall = System.currentTimeMillis();
            on.require(after >= before, "the log's time went back from " + before + " to " + after);
            on.require(after <= wall + TTL_MS / 2, "the log's time is " + after + " at " + wall + " after " + shift);
            on.load().awaitAnswers(50);
        }
        CallResult told = on.decided(Request.get("/v1/reservations/clock-hold"));
        on.require("held".equals(told.body().getString("state")), "the reservation is " + told);
        on.fact(shifts.size() + " shifts, the reservation of " + TTL_MS / 60_000 + " minutes still held");
    }

    private static void hold(Scene on) {
        on.decided(Request.post("/v1/counters/clock/increment", "clock-in", new JsonObject().put("amount", 10)));
        JsonArray lines =
                new JsonArray().add(new JsonObject().put("key", "clock").put("quantity", 1));
        on.decided(Request.post(
                "/v1/reservations",
                "clock-hold",
                new JsonObject().put("lines", lines).put("ttlMs", TTL_MS)));
    }

    private static long logTime(Scene on) {
        return on.awaitLeader()
                .status()
                .map(status -> status.getJsonObject("state").getLong("logTime"))
                .orElse(0L);
    }
}
