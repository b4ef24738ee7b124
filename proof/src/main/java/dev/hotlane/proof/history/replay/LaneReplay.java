package dev.hotlane.proof.history.replay;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The state of a lane after each record of its log, one at a time. Belongs to one thread. */
public final class LaneReplay {
    private final Set<Long> skipped = new HashSet<>();
    private final LaneModel lane;
    private long base;
    private LogEntry entry;
    private ModelAnswer answer;

    /**
     * An empty one.
     *
     * @param base the sequence of offset 0
     * @param skipped offsets of records that an operator took out
     */
    public LaneReplay(long base, Set<Long> skipped) {
        this.base = base;
        this.skipped.addAll(skipped);
        lane = new LaneModel(base);
    }

    /** All is as it was, but the next record is the first one of another log, where nobody leads yet. */
    public void anchor(long newBase, Set<Long> skippedThere) {
        base = newBase;
        skipped.clear();
        skipped.addAll(skippedThere);
        lane.anchor(newBase);
    }

    /** The next record; returns what it must be answered with, null if nothing is answered. */
    public Reply apply(TableRow record) {
        long offset = record.number("offset");
        long stamp = record.number("timeMs");
        entry = null;
        answer = null;
        if (skipped.contains(offset)) {
            lane.stepOver(offset, record.key("id"), stamp);
            return null;
        }
        entry = ReplayEntries.of(record);
        answer = lane.apply(offset, entry, stamp);
        return switch (record.text("kind")) {
            case "COMMAND" -> reply(answer, ReplayOutcome.of(answer, record), offset);
            case "READ" -> reply(answer, isNothing(answer) ? null : ReplayOutcome.of(answer, record), offset);
            default -> null;
        };
    }

    /** Whether a read found no outcome, which is not the stored outcome NOT_FOUND. */
    private static boolean isNothing(ModelAnswer given) {
        return given == null || given.verdict() == Verdict.NOT_FOUND && !given.stored();
    }

    /** The id of a record is ended if its answer is the end that another record gave it. */
    private Reply reply(ModelAnswer given, ReplayOutcome outcome, long offset) {
        boolean end =
                outcome != null && (given.verdict() == Verdict.ABANDONED || given.verdict() == Verdict.QUARANTINED);
        boolean replayed = given != null && given.replayed();
        return new Reply(outcome, replayed, end && replayed && !given.stored(), base + offset, lane.time());
    }

    /** The last record as the model takes it; null if it was taken out. */
    public LogEntry entry() {
        return entry;
    }

    /** The model's answer to the last record; null for none. */
    public ModelAnswer answer() {
        return answer;
    }

    /** The reference model, as it is after the last record. */
    public LaneModel lane() {
        return lane;
    }

    /** What else a checkpoint tells of the state, by the names of its columns. */
    public TableRow meta() {
        LogEntry.Leader leader = lane.leader();
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("state_epoch", lane.epoch());
        meta.put("leader", String.format("%016x%016x", leader.hi(), leader.lo()));
        meta.put("log_time", lane.time());
        meta.put("ceiling", lane.ceiling());
        meta.put("horizon", lane.horizon());
        meta.put("last_tick_offset", lane.lastTick());
        meta.put("window_count", (long) lane.rememberedCount());
        meta.put("open_holds", (long) lane.openHolds().size());
        meta.put("resolved_count", (long) lane.resolvedBy().size());
        meta.put("rules_version", lane.rules() == null ? 0L : lane.rules().version());
        return new TableRow(meta);
    }
}
