package dev.hotlane.proof.history.model;

import dev.hotlane.proof.history.model.Hold.Line;
import dev.hotlane.proof.history.model.ReplayOutcome.Problem;
import dev.hotlane.proof.history.model.ReplayOutcome.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The state of a lane after each record of its log, one at a time. Belongs to one thread. */
public final class LaneReplay {
    /** Refusals that say nothing of the command itself: its id is as free as before. */
    private static final Set<String> NOT_REMEMBERED = Set.of("ID_EXPIRED", "ID_IN_FUTURE", "MALFORMED");

    private final Set<Long> skipped = new HashSet<>();
    private final CounterTable counters = new CounterTable();
    private final HoldTableModel holds = new HoldTableModel(counters);
    private final ReplayWindow window = new ReplayWindow();
    private final Clock clock = new Clock();
    private ReplayRules rules = ReplayRules.none();
    private long base;

    /**
     * An empty one.
     *
     * @param base the sequence of offset 0
     * @param skipped offsets of records that an operator took out
     */
    public LaneReplay(long base, Set<Long> skipped) {
        this.base = base;
        this.skipped.addAll(skipped);
    }

    /** All is as it was, but the next record is the first one of another log, where nobody leads yet. */
    public void anchor(long newBase, Set<Long> skippedThere) {
        base = newBase;
        skipped.clear();
        skipped.addAll(skippedThere);
        clock.anchor();
    }

    /** Whether an operator took that record out, so that whoever waits for its answer waits in vain. */
    public boolean isSkipped(TableRow record) {
        return skipped.contains(record.number("offset"));
    }

    /** The next record; gives what it must be answered with, null if nothing is answered. */
    public Reply apply(TableRow record) {
        String kind = record.text("kind");
        long sequence = base + record.number("offset");
        if (isSkipped(record)) {
            quarantine(record, sequence);
            return null;
        }
        if ("GARBAGE".equals(kind)) {
            return null;
        }
        if ("TICK".equals(kind)) {
            clock.tick(record, rules);
        }
        pass(clock.goal(record.number("timeMs")), sequence);
        Reply reply = apply(record, kind, sequence);
        // Last: the record itself still finds what its own time makes too old.
        forget();
        return reply;
    }

    private Reply apply(TableRow record, String kind, long sequence) {
        switch (kind) {
            case "LEAD" -> clock.lead(record);
            case "RESIGN" -> clock.resign(record);
            case "RULES" -> changeRules(record);
            case "COMMAND" -> {
                return command(record, sequence);
            }
            case "READ" -> {
                return read(record, sequence);
            }
            default -> {
                // TICK did its work above, SKIP before all else.
            }
        }
        return null;
    }

    /** Time goes on, but not past more ends of reservations than the rules allow for one record. */
    private void pass(long goal, long sequence) {
        long most = rules.expiriesPerRecord();
        for (Hold due = holds.due(goal); due != null; due = holds.due(goal)) {
            if (most-- == 0) {
                clock.advance(due.expiresAt() - 1);
                break;
            }
            holds.giveBack(due, Hold.State.EXPIRED, due.expiresAt(), sequence);
        }
        if (holds.due(goal) == null) {
            clock.advance(goal);
        }
        counters.at(clock.logTime());
    }

    private void forget() {
        window.forget(rules, clock.logTime());
        holds.forget(rules, clock.logTime());
    }

    private void changeRules(TableRow record) {
        ReplayRules changed = ReplayRules.of(record);
        boolean sameSeed = rules.version() == 0 || Objects.equals(changed.hashSeed(), rules.hashSeed());
        if (changed.version() == rules.version() + 1 && sameSeed && !record.has("fault")) {
            rules = changed;
        }
    }

    private Reply command(TableRow record, long sequence) {
        if (record.has("fault")) {
            return told(refused(record.text("fault"), sequence, Problem.NONE), false, sequence);
        }
        String id = record.text("id");
        String content = Content.of(record);
        ReplayWindow.Entry known = window.find(id);
        HoldTableModel.Kept hold = holds.find(id);
        if (known != null) {
            if (known.content() == null) {
                return new Reply(known.outcome(), true, true, sequence, clock.logTime(), window.horizon());
            }
            return known.content().equals(content) ? told(known.outcome(), true, sequence) : reused(sequence);
        } else if (hold != null) {
            return hold.content().equals(content) ? told(hold.creation(), true, sequence) : reused(sequence);
        } else if (isBeyond(id)) {
            return told(refused("ID_EXPIRED", sequence, horizonTold()), false, sequence);
        } else if (isAhead(id, record)) {
            return told(refused("ID_IN_FUTURE", sequence, horizonTold()), false, sequence);
        }
        ReplayOutcome outcome = decide(record, id, content, sequence);
        boolean remembered = outcome.code() == null || !NOT_REMEMBERED.contains(outcome.code());
        if (remembered) {
            window.add(id, content, outcome, clock.logTime());
        }
        return told(outcome, remembered && outcome.sequence() != sequence, sequence);
    }

    private ReplayOutcome decide(TableRow record, String id, String content, long sequence) {
        try {
            return switch (record.text("command")) {
                case "transact" -> transact(record, id, content, sequence);
                case "abandon" -> abandon(record, record.text("target"), sequence);
                default -> new Changes(holds, sequence, clock.logTime()).change(record);
            };
        } catch (ReplayRefusal e) {
            counters.drop();
            return refused(e.code, sequence, e.problem);
        }
    }

    private ReplayOutcome transact(TableRow record, String id, String content, long sequence) throws ReplayRefusal {
        if (record.is("hold") && holds.open().size() >= rules.holdsMax()) {
            throw new ReplayRefusal("LIMIT_EXCEEDED", Problem.bound(holds.open().size(), rules.holdsMax()));
        }
        Ops ops = new Ops(counters, sequence, clock.logTime());
        List<Result> results = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        int index = 0;
        for (TableRow op : record.rows("ops")) {
            boolean made = counters.get(op.text("key")).version() == 0;
            try {
                Result result = ops.run(op);
                results.add(result);
                if ("add".equals(op.text("op"))) {
                    lines.add(new Line(op.text("key"), -op.number("delta"), result.value(), 0, made));
                }
            } catch (ReplayRefusal e) {
                throw new ReplayRefusal(e.code, e.problem.at(index, op.text("key")));
            }
            index++;
        }
        counters.keep();
        if (!record.is("hold")) {
            return ReplayOutcome.done(sequence, clock.logTime(), results, null);
        }
        String owner = record.text("owner") == null ? "" : record.text("owner");
        long ends = clock.logTime() + record.number("ttlMs");
        Hold hold = new Hold(id, owner, Hold.State.HELD, sequence, clock.logTime(), ends, 0, 0, List.copyOf(lines));
        ReplayOutcome creation = ReplayOutcome.done(sequence, clock.logTime(), results, hold);
        holds.add(hold, content, creation);
        return creation;
    }

    private ReplayOutcome abandon(TableRow record, String target, long sequence) {
        ReplayOutcome stored = stored(target);
        if (stored != null) {
            return stored;
        } else if (isBeyond(target)) {
            return refused("ID_EXPIRED", sequence, horizonTold());
        } else if (isAhead(target, record)) {
            return refused("ID_IN_FUTURE", sequence, horizonTold());
        }
        ReplayOutcome abandoned = refused(ReplayOutcome.ABANDONED, sequence, Problem.NONE);
        window.add(target, null, abandoned, clock.logTime());
        return abandoned;
    }

    private Reply read(TableRow record, long sequence) {
        ReplayOutcome told = null;
        if ("command".equals(record.text("read"))) {
            told = stored(record.text("target"));
            if (told == null && isBeyond(record.text("target"))) {
                told = refused("ID_EXPIRED", sequence, horizonTold());
            }
        }
        return told(told, false, sequence);
    }

    /** Nothing happens and no time passes; but its id, unless something is known of it, never runs whatever comes. */
    private void quarantine(TableRow record, long sequence) {
        String id = record.text("id");
        boolean free = id != null && stored(id) == null && !isBeyond(id) && !isAhead(id, record);
        if (free && rules.version() > 0) {
            window.add(id, null, refused(ReplayOutcome.QUARANTINED, sequence, Problem.NONE), clock.logTime());
        }
    }

    private ReplayOutcome stored(String id) {
        ReplayWindow.Entry known = window.find(id);
        HoldTableModel.Kept hold = holds.find(id);
        return known != null ? known.outcome() : hold != null ? hold.creation() : null;
    }

    /** An id that carries its time, and whose time is so long ago that nobody knows any more whether it ran. */
    private boolean isBeyond(String id) {
        return Ids.hasTime(id) && Ids.time(id) <= window.horizon();
    }

    /** An id that carries its time, and whose time is further ahead than clocks may differ. */
    private boolean isAhead(String id, TableRow record) {
        return Ids.time(id) > Math.max(clock.logTime(), record.number("timeMs")) + rules.idFuture();
    }

    private Problem horizonTold() {
        return new Problem(null, null, null, null, null, null, window.horizon());
    }

    private Reply reused(long sequence) {
        return told(refused("ID_REUSED", sequence, Problem.NONE), false, sequence);
    }

    private ReplayOutcome refused(String code, long sequence, Problem problem) {
        return ReplayOutcome.refused(code, sequence, clock.logTime(), problem);
    }

    private Reply told(ReplayOutcome outcome, boolean replayed, long sequence) {
        return new Reply(outcome, replayed, false, sequence, clock.logTime(), window.horizon());
    }

    /** All counters. */
    public CounterTable counters() {
        return counters;
    }

    /** All reservations. */
    public HoldTableModel holds() {
        return holds;
    }

    /** What else a checkpoint tells of the state, by the names of its columns. */
    public TableRow meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("state_epoch", clock.epoch());
        meta.put("leader", clock.leader());
        meta.put("log_time", clock.logTime());
        meta.put("ceiling", clock.ceiling());
        meta.put("horizon", window.horizon());
        meta.put("last_tick_offset", clock.lastTick());
        meta.put("window_count", (long) window.count());
        meta.put("open_holds", (long) holds.open().size());
        meta.put("resolved_count", (long) holds.resolvedCount());
        meta.put("rules_version", rules.version());
        return new TableRow(meta);
    }
}
