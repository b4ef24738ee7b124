package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Planted.Edit;
import java.util.ArrayList;
import java.util.List;

/** The bugs that the simulation must find. */
final class PlantedFaults {
    private PlantedFaults() {}

    static List<Planted> all() {
        List<Planted> all = new ArrayList<>(ofTheLane());
        all.addAll(ofOperators());
        all.addAll(PlantedForgeries.all());
        all.addAll(PlantedHandOvers.all());
        all.addAll(PlantedViews.all());
        all.addAll(PlantedQuotas.all());
        all.addAll(PlantedTenants.all());
        all.addAll(PlantedFeeds.all());
        return all;
    }

    private static List<Planted> ofTheLane() {
        return List.of(
                flusher("no compare-and-set", "mysql/MetaRow", """
                        update.setString(at + 2, topicId);
                                    return update.executeUpdate() == 1;""", """
                        update.setString(at + 2, topicId);
                                    update.executeUpdate();
                                    return true;"""),
                flusher(
                        "a stale epoch may flush",
                        "mysql/MetaRow",
                        "fence_epoch = ? AND next_offset = ? AND topic_id = ?\";",
                        "fence_epoch >= ? AND next_offset = ? AND topic_id = ?\";"),
                flusher(
                        "the fence is never raised",
                        "mysql/FlushTransaction",
                        "MetaRow.raiseFence(session, epoch, topicId);",
                        ""),
                flusher(
                        "one epoch instead of two",
                        "mysql/MetaRow",
                        "Meta meta = meta(row, 4);",
                        "Meta meta = meta(row, 4); meta.epoch = row.getLong(3);"),
                flusher(
                        "flushed above the limit",
                        "mysql/FlushWriter",
                        "limit.getAsLong() < batch.cut.nextOffset",
                        "limit.getAsLong() < 0"),
                flusher(
                        "a follower forgets what MySQL lacks",
                        "mysql/FlushWriter",
                        "batch != null && batch.cut.nextOffset <= offset",
                        "batch != null"),
                flusher(
                        "a failed COMMIT is taken for done",
                        "mysql/FlushWriter",
                        "SqlErrors.describe(e));\n            throw e;",
                        "SqlErrors.describe(e));"),
                flusher(
                        "errors of SQL are swallowed",
                        "mysql/BulkStatements",
                        "statement.executeUpdate(sql.toString());",
                        """
                        try {
                            statement.executeUpdate(sql.toString());
                        } catch (SQLException swallowed) {
                            tally.bytes--;
                        }"""),
                flusher(
                        "removed counters stay in MySQL",
                        "mysql/CounterRows",
                        "if (counters.removed(position)) {",
                        """
                        if (counters.removed(position) && position >= 0) {
                            continue;
                        } else if (counters.removed(position)) {"""),
                flusher(
                        "holds of the overlap stay in MySQL",
                        "mysql/HoldRows",
                        "if (from >= to) {",
                        "if (from < to || true) {"),
                flusher("the first value wins", "batch/DirtyMap", "page[at + VALUE] = value;", """
                        if (page[at + VERSION] == 0 || version < page[at + VERSION]) {
                            page[at + VALUE] = value;
                        }"""),
                processor("the window is left out of the checkpoint", "flush/FlushStage", """
                        i < effects.windowEntryCount()""", "i < 0"),
                processor(
                        "the horizon is left out of the checkpoint",
                        "state/State",
                        "outcomes.load(meta.horizon);",
                        "outcomes.load(0);"),
                processor(
                        "the offset is one too low",
                        "flush/FlushStage",
                        "cut.set(slot.meta);",
                        "cut.set(slot.meta).nextOffset = Math.max(0, slot.meta.nextOffset - 1);"),
                processor(
                        "the oldest window entry is dropped too soon",
                        "flush/FlushStage",
                        "cut.set(slot.meta);",
                        "cut.set(slot.meta).windowStart++;"),
                processor("newer values under an older offset", "flush/FlushStage", """
                        cut.set(slot.meta);
                                    described = true;
                                    offerIfDue();""", """
                        offerIfDue();
                                    cut.set(slot.meta);
                                    described = true;"""),
                new Planted(
                        "values are read from the live state",
                        "processor",
                        "processor/state/Effects.java",
                        List.of(
                                new Edit(
                                        "private int changesLength;",
                                        "private int changesLength;\n    private Counters live;"),
                                new Edit(
                                        "boolean stands = counters.stands(slot);",
                                        "live = counters;\n        boolean stands = counters.stands(slot);"),
                                new Edit(
                                        "(long) LONG.get(changes, at + 8),",
                                        "live.value(live.find(changes, key, length, hash)),"))),
                processor(
                        "acknowledged out of order",
                        "reply/AckMark",
                        "return closed && outstanding == 0;",
                        "return closed;"),
                processor("a follower answers", "reply/ReplyStage", """
                        if (leading) {
                                    send(partition, value, batch);""", """
                        if (leading || newest >= 0) {
                                    send(partition, value, batch);"""),
                processor("held replies are dropped at once", "reply/HeldReplies", """
                        !held.isEmpty() && held.peek().newest() < timestamp""", "!held.isEmpty()"),
                processor(
                        "leads before its LEAD is applied",
                        "ring/StateStage",
                        "slot.leads = state.isLedBy(self.hi(), self.lo());",
                        "slot.leads = contender.leading() || state.isLedBy(self.hi(), self.lo());"),
                processor("a zombie's TICK counts", "state/Leadership", """
                        return past && tick.epoch() == epoch && isLedBy(tick.leaderHi(), tick.leaderLo());""", """
                        return past && tick.epoch() <= epoch;"""),
                processor("a LEAD that missed a TICK counts", "state/Leadership", """
                         || lead.lastTick() != lastTick""", ""),
                processor("expiry by one clock alone", "state/Leadership", """
                        return Math.max(logTime, Math.min(timestamp, ceiling));""", "return Math.max(logTime, timestamp);"),
                processor("expiry by the wall clock", "state/Leadership", """
                        return Math.max(logTime, Math.min(timestamp, ceiling));""", """
                        return Math.max(logTime, System.nanoTime() / 1_000 + 1_700_000_000_000L - 1_000_000_000L);"""),
                new Planted(
                        "log time goes back",
                        "processor",
                        "processor/state/Leadership.java",
                        List.of(
                                new Edit(
                                        "return Math.max(logTime, Math.min(timestamp, ceiling));",
                                        "return Math.min(timestamp, ceiling);"),
                                new Edit("logTime = Math.max(logTime, time);", "logTime = time;"))),
                processor("half of a failed transaction stays", "state/Transaction", "undo(i);", "settle(i);"),
                processor("the horizon is by log time alone", "state/Outcome", """
                        (bytes[start + FLAGS] & HAS_TIME) == 0 ? time : Math.max(time, idHi(bytes, start) >>> 16);""", "time;"),
                processor("a rejection is not remembered", "state/Commands", """
                        problem.retryAfterMs());
                                outcomes.keep(at);
                                answers.refused""", """
                        problem.retryAfterMs());
                                answers.refused"""),
                processor("a retry after the window runs again", "state/Outcomes", "idTime <= horizon", "idTime < 0"),
                processor(
                        "another content gets the stored answer",
                        "state/Commands",
                        """
                        !same && outcome.fingerprint() != at.fingerprint""",
                        "!same && at.fingerprint == 0"),
                processor("a hold expires one moment late", "state/State", """
                        holds.open() > 0 && holds.nextExpiry() <= allowedTime""", """
                        holds.open() > 0 && holds.nextExpiry() < allowedTime"""),
                processor(
                        "rules of a newer format are passed over",
                        "state/RulesInForce",
                        "throw new UnknownRulesException",
                        """
                        if (next.formatVersion() >= 0) {
                            return false;
                        }
                        throw new UnknownRulesException"""));
    }

    /** Of what operators start: SKIPs, and the log's retention. */
    private static List<Planted> ofOperators() {
        return List.of(
                processor(
                        "a SKIP of the first record of the tail is not seen",
                        "state/SkipScan",
                        "skipped < from ||",
                        "skipped <= from ||"),
                processor(
                        "the search for SKIPs stops one short",
                        "recover/LogCheck",
                        "next < end; next =",
                        "next < end - 1; next ="),
                processor(
                        "a SKIP of what a leader got past counts",
                        "state/SkipScan",
                        "|| passed > skipped",
                        "|| passed < 0"),
                processor(
                        "a TICK that is stepped over voids no SKIP",
                        "state/State",
                        "if (RecordView.mayBe(RecordKind.TICK, value) &&",
                        "if (value == null &&"),
                processor("QUARANTINED is not stored", "state/Commands", """
                        .putRefused(Verdict.QUARANTINED, ReplyWriter.NO_OP, 0, 0, 0);
                                    outcomes.keep(at, outcomes.hash(target));""", """
                        .putRefused(Verdict.QUARANTINED, ReplyWriter.NO_OP, 0, 0, 0);"""),
                processor(
                        "goes on with what a SKIP takes out",
                        "state/Skips",
                        "if (applied && passed <= skipped) {",
                        "if (applied && passed < 0) {"),
                processor(
                        "the margin of the retention is ignored",
                        "watch/LogRetention",
                        "Math.min(flushed - margin, snapshot - 1)",
                        "Math.min(flushed, snapshot - 1)"),
                processor(
                        "the snapshot is ignored by the retention",
                        "watch/LogRetention",
                        "Math.min(flushed - margin, snapshot - 1)",
                        "flushed - margin"),
                flusher(
                        "retention goes by an unproven snapshot",
                        "mysql/SnapshotRows",
                        " AND proven_at IS NOT NULL AND next_offset < ?",
                        " AND next_offset < ?"),
                flusher(
                        "retention goes by the newest proven snapshot",
                        "mysql/SnapshotRows",
                        "newest < 0 ? -1 : newestProven(session, log, newest)",
                        "newest"),
                processor("a follower deletes the log", "watch/LogRetention", "|| !leading.getAsBoolean()", ""),
                processor(
                        "the start of the log is not looked at",
                        "recover/LogCheck",
                        "if (cut.nextOffset < start) {",
                        "if (cut.nextOffset < 0) {"),
                Planted.of(
                                "a snapshot that no log continues is taken",
                                "infra",
                                "infra/snapshot/LaneLog.java",
                                "log.fits(cut, start, log.end());",
                                "")
                        .foundBy("snapshotsBehindTheLog"));
    }

    private static Planted flusher(String name, String type, String text, String instead) {
        return Planted.of(name, "flusher", "flusher/" + type + ".java", text, instead);
    }

    static Planted processor(String name, String type, String text, String instead) {
        return Planted.of(name, "processor", "processor/" + type + ".java", text, instead);
    }
}
