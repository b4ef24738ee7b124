package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import dev.hotlane.proof.model.OpRules.Arg;
import dev.hotlane.proof.model.OpRules.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands on a lane: which are refused, which are replayed, and what the others do. Belongs to one thread. */
final class CommandRules {
    private static final long QUOTA_RETRY_MS = 1_000;

    private final LaneModel lane;
    private final AnswerForms forms;

    CommandRules(LaneModel lane, AnswerForms forms) {
        this.lane = lane;
        this.forms = forms;
    }

    ModelAnswer run(LogEntry.Command command, long own) {
        Verdict fault = ModelShapes.fault(command, lane.rules);
        if (fault != null) {
            return forms.refused(fault, own);
        }
        LogEntry.Command content = command.content();
        ModelWindow.Entry known = lane.window.find(command.id());
        ModelHold hold = lane.holds.find(command.id());
        if (known != null) {
            boolean same = known.content() == null || known.content().equals(content);
            ModelAnswer answer = known.answer();
            return same ? forms.again(answer, answer.stored(), own) : forms.refused(Verdict.ID_REUSED, own);
        } else if (hold != null) {
            boolean same = hold.content.equals(content);
            return same ? forms.again(hold.creation, false, own) : forms.refused(Verdict.ID_REUSED, own);
        }
        Verdict untimely = untimely(command.id());
        if (untimely != null) {
            return forms.refused(untimely, own);
        } else if (ModelShapes.exceeds(command, lane.rules)) {
            return forms.refused(Verdict.MALFORMED, own);
        } else if (command instanceof LogEntry.Abandon abandon) {
            return abandon(abandon, content, own);
        }
        ModelAnswer answer = command instanceof LogEntry.Transact transact
                ? transact(transact, content, own)
                : onHold((LogEntry.OnHold) command, own);
        if (answer.verdict() != Verdict.QUOTA_EXCEEDED) {
            remember(content, command.id(), answer, outcome(command, answer, own), own);
        }
        return answer;
    }

    /** Steps over a record: nothing happens, but its id, unless anything is known of it, never runs. */
    void quarantine(String id, long own) {
        boolean unknown = lane.rules != null
                && id != null
                && ModelIds.isKey(id)
                && lane.window.find(id) == null
                && lane.holds.find(id) == null;
        if (unknown && untimely(id) == null) {
            ModelAnswer never = forms.rejected(Verdict.QUARANTINED, Refusal.NO_DETAIL, own);
            remember(null, id, never, ModelBytes.refused(Refusal.NO_DETAIL), own);
        }
    }

    private Verdict untimely(String id) {
        if (!ModelIds.hasTime(id)) {
            return null;
        }
        long inside = ModelIds.time(id);
        if (inside <= lane.window.horizon()) {
            return Verdict.ID_EXPIRED;
        }
        return inside - lane.rules.idFuture() > lane.clock.latest() ? Verdict.ID_IN_FUTURE : null;
    }

    private void remember(LogEntry.Command content, String id, ModelAnswer answer, long told, long own) {
        long now = lane.clock.now();
        boolean decidedHere = !answer.replayed() && !answer.stored();
        lane.window.add(content, id, own, now, decidedHere ? answer.decided(own, now) : answer, told);
    }

    /** Bytes of the outcome of a transaction or of a command on a hold. */
    private long outcome(LogEntry.Command command, ModelAnswer answer, long own) {
        if (answer.verdict() != Verdict.OK) {
            return ModelBytes.refused(answer.refusal());
        }
        return command instanceof LogEntry.OnHold change
                ? ModelBytes.shown(lane.holds.find(change.keyOf(change.target())))
                : ModelBytes.done(answer.results(), own);
    }

    private ModelAnswer transact(LogEntry.Transact command, LogEntry.Command content, long own) {
        int before = lane.counters.size();
        long bytesBefore = lane.counters.bytes();
        OpRules rules = new OpRules(lane, own, command.hold());
        Set<String> made = new HashSet<>();
        for (ModelOp op : command.ops()) {
            lane.counters.forgetIfFull(op.key(), lane.clock.time());
            boolean absent = lane.counters.row(op.key()).version() == 0;
            Refusal why = rules.run(op);
            if (why != null) {
                lane.counters.undo();
                return forms.rejected(rules.verdict(), why, own);
            }
            if (absent && op.kind() == Kind.ADD) {
                made.add(op.key());
            }
        }
        Refusal full = full(command, before, bytesBefore);
        if (full != null) {
            lane.counters.undo();
            return forms.rejected(Verdict.QUOTA_EXCEEDED, full, own);
        }
        lane.counters.keep();
        List<Result> results = rules.results();
        if (!command.hold()) {
            return forms.done(results, List.of(), own);
        }
        ModelAnswer creation = forms.done(results, List.of(opened(command, results, own)), own);
        lane.holds.add(new ModelHold(command.id(), content, creation.decided(own, lane.clock.now()), made));
        return creation;
    }

    /** Which limit of the lane the command would cross with what it made; null if none. */
    private Refusal full(LogEntry.Transact command, int countersBefore, long bytesBefore) {
        long open = lane.holds.openCount();
        if (command.hold() && open >= lane.rules.holdsMax()) {
            return new Refusal(Refusal.NO_OP, open, lane.rules.holdsMax(), QUOTA_RETRY_MS, 0);
        }
        long own = lane.holds.openCount(ModelIds.tenant(command.id()));
        if (command.hold() && own >= lane.rules.tenantHoldsMax()) {
            return new Refusal(Refusal.NO_OP, own, lane.rules.tenantHoldsMax(), QUOTA_RETRY_MS, 0);
        }
        int counters = lane.counters.size();
        if (counters > Math.max(countersBefore, lane.rules.countersMax())) {
            return new Refusal(Refusal.NO_OP, countersBefore, lane.rules.countersMax(), QUOTA_RETRY_MS, 0);
        }
        long more = lane.counters.bytes() - bytesBefore;
        long found = bytesBefore + lane.holds.openBytes();
        long hold = command.hold() ? ModelBytes.hold(command, command.id()) : 0;
        return Math.max(more, hold) > 0 && found + more + hold > lane.rules.stateBytesMax()
                ? new Refusal(Refusal.NO_OP, found, lane.rules.stateBytesMax(), QUOTA_RETRY_MS, 0)
                : null;
    }

    private Hold opened(LogEntry.Transact command, List<Result> results, long own) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            ModelOp op = command.ops().get(i);
            if (op.kind() == Kind.ADD) {
                lines.add(new Line(op.key(), -op.arg(Arg.DELTA), results.get(i).value(), 0));
            }
        }
        long now = lane.clock.now();
        String id = ModelIds.id(command.id());
        return new Hold(HoldState.HELD, own, now, later(command.ttl()), 0, lines, id, command.owner());
    }

    private long later(long ttl) {
        BigInteger time = BigInteger.valueOf(lane.clock.now()).add(BigInteger.valueOf(ttl));
        return time.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    private ModelAnswer onHold(LogEntry.OnHold command, long own) {
        ModelHold hold = lane.holds.find(command.keyOf(command.target()));
        if (hold == null || !hold.isFor(command.owner())) {
            return forms.rejected(Verdict.NOT_FOUND, Refusal.NO_DETAIL, own);
        } else if (hold.isOpen()) {
            return onOpen(command, hold, own);
        } else if (isSame(command, hold)) {
            ModelAnswer shown = forms.done(List.of(), List.of(hold.now()), own);
            ModelAnswer first = shown.decided(hold.resolvedBy(), hold.now().resolvedAt());
            return forms.again(first, false, own);
        }
        Verdict ended = switch (hold.now().state()) {
            case CONFIRMED -> Verdict.ALREADY_CONFIRMED;
            case CANCELLED -> Verdict.ALREADY_CANCELLED;
            case EXPIRED -> Verdict.EXPIRED;
            case HELD -> throw new IllegalStateException("an open hold has not ended: " + hold.now());
        };
        return forms.rejected(ended, Refusal.NO_DETAIL, own);
    }

    /** Whether a hold was resolved just as the command would resolve it. */
    private static boolean isSame(LogEntry.OnHold command, ModelHold hold) {
        return switch (hold.now().state()) {
            case CANCELLED -> command.what() == LogEntry.Change.CANCEL;
            case CONFIRMED ->
                command.what() == LogEntry.Change.CONFIRM
                        && (command.parts().isEmpty() ? hold.stock() : named(command)).equals(hold.confirmed());
            case HELD, EXPIRED -> false;
        };
    }

    private static Map<String, BigInteger> named(LogEntry.OnHold command) {
        Map<String, BigInteger> named = new HashMap<>();
        command.parts().forEach(part -> named.merge(part.key(), BigInteger.valueOf(part.quantity()), BigInteger::add));
        return named;
    }

    private ModelAnswer onOpen(LogEntry.OnHold command, ModelHold hold, long own) {
        long now = lane.clock.now();
        switch (command.what()) {
            case EXTEND -> lane.holds.extend(hold, later(command.ttl()));
            case CANCEL -> lane.holds.resolve(hold, HoldState.CANCELLED, now, own, hold.nothing());
            case CONFIRM -> {
                Refusal tooMuch = tooMuch(command, hold);
                if (tooMuch != null) {
                    return forms.rejected(Verdict.EXCEEDS_HELD, tooMuch, own);
                }
                List<Long> kept = command.parts().isEmpty() ? hold.everything() : hold.shares(named(command));
                lane.holds.resolve(hold, HoldState.CONFIRMED, now, own, kept);
            }
        }
        return forms.done(List.of(), List.of(hold.now()), own);
    }

    /** Names the first part up to which the sum is more than is held of its key; null if there is none. */
    private static Refusal tooMuch(LogEntry.OnHold command, ModelHold hold) {
        Map<String, BigInteger> asked = new HashMap<>();
        for (int i = 0; i < command.parts().size(); i++) {
            LogEntry.Part part = command.parts().get(i);
            BigInteger sum = asked.merge(part.key(), BigInteger.valueOf(part.quantity()), BigInteger::add);
            BigInteger held = hold.stock().getOrDefault(part.key(), BigInteger.ZERO);
            if (sum.compareTo(held) > 0) {
                return new Refusal(i, held.longValueExact(), held.longValueExact(), 0, 0);
            }
        }
        return null;
    }

    private ModelAnswer abandon(LogEntry.Abandon command, LogEntry.Command content, long own) {
        String target = command.keyOf(command.target());
        if (ModelIds.same(target).equals(ModelIds.same(command.id()))) {
            return forms.refused(Verdict.MALFORMED, own);
        }
        ModelAnswer known = known(target, own);
        if (known != null) {
            remember(content, command.id(), known, toldBytes(target), own);
            return known;
        }
        Verdict untimely = untimely(target);
        if (untimely != null) {
            return forms.refused(untimely, own);
        }
        ModelAnswer never = forms.rejected(Verdict.ABANDONED, Refusal.NO_DETAIL, own);
        long refusedBytes = ModelBytes.refused(Refusal.NO_DETAIL);
        remember(null, target, never, refusedBytes, own);
        ModelAnswer kept = forms.again(never.decided(own, lane.clock.now()), true, own);
        remember(content, command.id(), kept, refusedBytes, own);
        return forms.ofAnother(never, own);
    }

    /** Bytes of the outcome of a command of which something is known, as another one tells it. */
    private long toldBytes(String id) {
        ModelWindow.Entry entry = lane.window.find(id);
        ModelHold hold = lane.holds.find(id);
        boolean stands = entry == null || entry.opensHold() && entry.answer().verdict() == Verdict.OK;
        return hold != null && stands ? ModelBytes.shown(hold) : entry.kept();
    }

    /** The outcome of a command, by its id alone; null if nothing is known. */
    ModelAnswer known(String id, long own) {
        ModelWindow.Entry entry = lane.window.find(id);
        ModelHold hold = lane.holds.find(id);
        if (entry == null) {
            return hold == null ? null : forms.again(hold.creation, true, own);
        }
        ModelAnswer answer = forms.again(entry.answer(), true, own);
        return hold == null && entry.opensHold() ? answer.withoutHolds() : answer;
    }
}
