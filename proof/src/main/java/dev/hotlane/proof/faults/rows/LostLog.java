package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Dumps;
import dev.hotlane.proof.faults.scene.Findings;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import dev.hotlane.proof.faults.scene.SceneSql;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;

/** A serving lane loses its log and keeps MySQL; the operator follows the runbook. One thread: the row's. */
final class LostLog {
    private static final int TTL_MS = 3_600_000;

    private final Scene on;
    private final SceneOperator operator;
    private final Findings files;
    private final Request timed;
    private final Request plain;
    private final Request hold;
    private final Request gone;

    private LostLog(Scene on) {
        this.on = on;
        operator = new SceneOperator(on);
        files = on.findings();
        Uuid7 uuids = new Uuid7(on.seed());
        timed = increment("kept", uuids.next(System.currentTimeMillis()).toString(), 6);
        plain = increment("kept", "kept-plain", 4);
        JsonArray lines =
                new JsonArray().add(new JsonObject().put("key", "kept").put("quantity", 3));
        hold = Request.post(
                "/v1/reservations",
                "kept-hold",
                new JsonObject().put("lines", lines).put("ttlMs", TTL_MS));
        gone = increment("gone", uuids.next(System.currentTimeMillis()).toString(), 1);
    }

    private static Request increment(String key, String id, int amount) {
        return Request.post("/v1/counters/" + key + "/increment", id, new JsonObject().put("amount", amount));
    }

    static void reAnchored(Scene on) throws SQLException {
        LostLog lost = new LostLog(on);
        on.expectExit(ExitCode.TOPIC_RECREATED.number());
        List<Request> kept = List.of(lost.timed, lost.plain, lost.hold);
        List<CallResult> before = kept.stream().map(on::decided).toList();
        on.load().awaitAnswers(300);
        long applied = on.offsets(on.awaitLeader()).getLong("applied");
        on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
        on.stack().mysql().suspend();
        long last = lost.done(lost.gone, false);
        on.load().awaitAnswers(100);
        on.killProcessors();
        on.stack().mysql().resume();
        long records = lost.loseTheLog();
        lost.followTheRunbook();
        on.processors().forEach(ChildSlot::start);
        on.awaitAll();
        for (int i = 0; i < kept.size(); i++) {
            CallResult again = on.decided(kept.get(i));
            on.require(
                    again.replayed() && again.body().equals(before.get(i).body()),
                    "first " + before.get(i) + ", after the loss " + again);
        }
        lost.goesOn(last, records);
    }

    /**
     * Waits until no gateway accepts commands, dumps the log for the acceptance and deletes it. Returns the number of
     * its records.
     */
    private long loseTheLog() {
        on.await("gateways that refuse", () -> on.gateways().stream().noneMatch(ChildSlot::ready));
        long records = Dumps.write(on, files.lostTables(), files.lostLog());
        try (TopicLog log = new TopicLog(on.stack().connection(), on.commands())) {
            if (log.endOffset() != records) {
                throw new RowFailure("the log has " + records + " records, then it ends at " + log.endOffset());
            }
        }
        on.nemesis("deleted the command topic");
        new TopicDamage(on).delete();
        return records;
    }

    private void followTheRunbook() throws SQLException {
        long checkpoint = new SceneSql(on).offset();
        operator.runs(
                "topics", "create", "--gateways", Integer.toString(on.gateways().size()));
        Refusing.expect(on, on.processors().get(0), ExitCode.TOPIC_RECREATED);
        operator.isRefused("nothing was changed; say --yes", "re-anchor");
        on.require(new SceneSql(on).offset() == checkpoint, "MySQL moved from " + checkpoint);
        operator.runs("re-anchor", "--yes");
        operator.runs("snapshot", files.snapshot().toString());
    }

    private void goesOn(long last, long records) throws SQLException {
        long base = new SceneSql(on).number("SELECT sequence_base FROM hl_meta");
        on.require(base > last, "numbers go on from " + base + ", " + last + " was given out before");
        CallResult counter = on.decided(Request.get("/v1/counters/gone"));
        on.require(counter.body().getLong("version") == 0, "what MySQL did not hold left " + counter);
        on.require(done(gone, false) > base, "a command got an offset below " + base);
        done(gone, true);
        long value = on.decided(Request.get("/v1/counters/gone")).body().getLong("value");
        on.require(value == 1, "one increment, sent before the loss and after it, makes " + value);
        Request confirm = Request.post("/v1/reservations/kept-hold/confirm", "kept-confirm", new JsonObject());
        on.require(done(confirm, false) > base, "the reservation's end got an offset below " + base);
        JsonObject kept = on.decided(Request.get("/v1/counters/kept")).body();
        on.require(
                kept.getLong("value") == 7 && kept.getLong("confirmed") == 3 && kept.getLong("version") > base,
                "7 left and 3 confirmed are expected, above " + base + ", found " + kept);
        on.fact(String.format("%,d records lost, numbers go on from %,d", records, base));
    }

    /** Requires a success; returns its offset. */
    private long done(Request request, boolean replayed) {
        CallResult told = on.decided(request);
        on.require(
                told.type() == CallResult.Type.OK && told.replayed() == replayed,
                request.id() + " was answered " + told);
        return told.body().getLong("offset", -1L);
    }
}
