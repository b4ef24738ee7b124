package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Point;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Faults that an operator repairs by the runbook: a poison record and a lost log. */
public final class RepairRows {
    private static final Pattern FAILED_AT = Pattern.compile("failed at offset (\\d+):");
    private static final int TTL_MS = 3_600_000;

    private RepairRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "R01",
                        "a command at which every processor ends, at each start; `hotlane skip`",
                        "both serve again, the command never ran, a retry of its id gets QUARANTINED",
                        ScenePlan.USUAL.withFailpoints(),
                        RepairRows::poisoned),
                FaultRow.of(
                        "R02",
                        "the command topic is deleted, MySQL stays; `hotlane re-anchor`",
                        "all that MySQL held goes on, versions too; no retry has a second effect",
                        ScenePlan.USUAL,
                        LostLog::reAnchored));
    }

    private static void poisoned(Scene on) {
        on.expectExit(ExitCode.STAGE_FAILED.number());
        Uuid7 uuids = new Uuid7(on.seed());
        String timed = uuids.next(System.currentTimeMillis()).toString();
        List<Request> poisons = List.of(increment(timed), reservation("poison-hold"), increment("poison-plain"));
        int rounds = on.rounds(poisons.size(), 1);
        for (Request poison : poisons.subList(0, rounds)) {
            on.load().awaitAnswers(200);
            skipped(on, poison);
        }
        on.fact(rounds + " records, each ended both processors at every start until it was skipped");
    }

    private static Request increment(String id) {
        return Request.post("/v1/counters/poisoned/increment", id, new JsonObject().put("amount", 1));
    }

    private static Request reservation(String id) {
        JsonArray lines =
                new JsonArray().add(new JsonObject().put("key", "poisoned").put("quantity", 1));
        return Request.post(
                "/v1/reservations", id, new JsonObject().put("lines", lines).put("ttlMs", TTL_MS));
    }

    private static void skipped(Scene on, Request poison) {
        List<ChildSlot> processors = on.processors();
        processors.forEach(ChildSlot::leaveAlone);
        List<Integer> lives =
                processors.stream().map(place -> place.exits().size()).toList();
        arm(on, poison);
        on.await("the traps to be set", () -> processors.stream().noneMatch(ChildSlot::trapWaits));
        on.nemesis("poison " + poison.id());
        CallResult told = on.call(0, poison);
        on.require(told.type() == CallResult.Type.UNKNOWN, "the poison was answered " + told);
        for (int i = 0; i < processors.size(); i++) {
            Refusing.awaitEnd(on, processors.get(i), lives.get(i), ExitCode.STAGE_FAILED);
        }
        long offset = failedAt(processors.get(0));
        arm(on, poison);
        for (ChildSlot place : processors) {
            Refusing.expect(on, place, ExitCode.STAGE_FAILED);
            on.require(failedAt(place) == offset, place.name() + " did not fail at " + offset + ". " + place.tail());
        }
        SceneOperator operator = new SceneOperator(on);
        operator.runs("skip", Long.toString(offset), "--look");
        operator.runs("skip", Long.toString(offset));
        operator.isRefused("quarantined already", "skip", Long.toString(offset));
        arm(on, poison);
        processors.forEach(ChildSlot::start);
        on.awaitAll();
        neverRan(on, poison, offset);
    }

    /** Makes every processor fail where it would run that command, now or after its next start. */
    private static void arm(Scene on, Request poison) {
        on.processors().forEach(place -> place.trapFor(poison.id(), Point.STATE_TRANSACT, Action.THROW));
    }

    private static long failedAt(ChildSlot place) {
        Matcher offset = FAILED_AT.matcher(place.tail());
        if (!offset.find()) {
            throw new RowFailure(place.name() + " does not say where it failed. " + place.tail());
        }
        return Long.parseLong(offset.group(1));
    }

    private static void neverRan(Scene on, Request poison, long offset) {
        Request other =
                Request.post("/v1/counters/poisoned/increment", poison.id(), new JsonObject().put("amount", 1_000));
        for (Request retry : List.of(poison, other, poison)) {
            CallResult told = on.decided(retry);
            boolean quarantined =
                    told.status() == 409 && "QUARANTINED".equals(told.body().getString("code"));
            on.require(quarantined && told.body().getLong("offset") == offset, "the retry was answered " + told);
        }
        CallResult stored = on.decided(Request.get("/v1/commands/" + poison.id()));
        on.require("quarantined".equals(stored.body().getString("state")), "the id is reported as " + stored);
        CallResult counter = on.decided(Request.get("/v1/counters/poisoned"));
        on.require(counter.body().getLong("version") == 0, "the skipped command left " + counter);
    }
}
