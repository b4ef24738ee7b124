package dev.hotlane.proof.simulation.model;

import dev.hotlane.proof.simulation.model.LaneModel.Entry;
import dev.hotlane.proof.simulation.model.ModelAnswer.Counter;
import dev.hotlane.proof.simulation.model.ModelAnswer.Hold;
import dev.hotlane.proof.simulation.model.ModelAnswer.Refusal;
import dev.hotlane.proof.simulation.model.ModelAnswer.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands and questions on a lane. */
record ModelCommands(LaneModel lane) {
    private static final Refusal NO_DETAIL = new Refusal(255, 0, 0, 0, 0);
    private static final Pattern UUID7 =
            Pattern.compile("([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    /** The time inside an id, -1 for none. */
    static long timeOf(String id) {
        Matcher uuid = UUID7.matcher(id);
        return uuid.matches() ? Long.parseLong(uuid.group(1) + uuid.group(2), 16) : -1;
    }

    private ModelAnswer refused(String verdict, long own) {
        return rejected(verdict, new Refusal(255, 0, 0, 0, lane.horizon), own);
    }

    private ModelAnswer rejected(String verdict, Refusal why, long own) {
        return new ModelAnswer(
                verdict, false, false, own, lane.time, own, lane.time, why, List.of(), List.of(), List.of());
    }

    private ModelAnswer done(List<Result> results, List<Counter> counters, List<Hold> holds, long own) {
        return new ModelAnswer("OK", false, false, own, lane.time, own, lane.time, null, results, counters, holds);
    }

    /** The same answer, told again by a later record. */
    private ModelAnswer again(ModelAnswer told, boolean stored, long own) {
        return told.told(true, stored, own, lane.time);
    }

    ModelAnswer run(LogEntry.Command command, long own) {
        if (lane.rules == null) {
            return refused("UNSUPPORTED", own);
        }
        Entry known = entry(command.id());
        ModelHold hold = lane.holds.get(command.id());
        if (known != null) {
            boolean same = known.content() == null || known.content().equals(command);
            return same ? again(known.told(), known.told().stored(), own) : refused("ID_REUSED", own);
        } else if (hold != null) {
            return hold.content.equals(command) ? again(hold.creation, false, own) : refused("ID_REUSED", own);
        }
        String untimely = untimely(command.id());
        if (untimely != null) {
            return refused(untimely, own);
        } else if (command instanceof LogEntry.Abandon abandon) {
            return abandon(abandon, own);
        }
        ModelAnswer answer = command instanceof LogEntry.Transact transact
                ? transact(transact, own)
                : onHold((LogEntry.OnHold) command, own);
        remember(command, command.id(), answer, own);
        return answer;
    }

    void quarantine(String id, long own) {
        boolean unknown = entry(id) == null && !lane.holds.containsKey(id);
        if (lane.rules != null && unknown && untimely(id) == null) {
            remember(null, id, rejected("QUARANTINED", NO_DETAIL, own), own);
        }
    }

    private Entry entry(String id) {
        return lane.window.stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private String untimely(String id) {
        long inside = timeOf(id);
        if (inside >= 0 && inside <= lane.horizon) {
            return "ID_EXPIRED";
        }
        boolean early = inside > Math.max(lane.time, lane.recordTime) + lane.rules.idFuture();
        return early ? "ID_IN_FUTURE" : null;
    }

    private long now() {
        return lane.time == 0 ? lane.recordTime : lane.time;
    }

    private void remember(LogEntry.Command content, String id, ModelAnswer told, long own) {
        ModelAnswer kept = told.replayed() || told.stored() ? told : told.decidedAt(now());
        lane.window.add(new Entry(content, id, own, Math.max(now(), timeOf(id)), kept));
    }

    private ModelAnswer transact(LogEntry.Transact command, long own) {
        long open = lane.openHolds().size();
        if (command.holds() && open >= lane.rules.holdsMax()) {
            return rejected("LIMIT_EXCEEDED", new Refusal(255, open, lane.rules.holdsMax(), 0, 0), own);
        }
        TreeMap<String, Counter> before = new TreeMap<>(lane.rows);
        List<Result> results = new ArrayList<>();
        List<ModelAnswer.Line> lines = new ArrayList<>();
        Set<String> made = new HashSet<>();
        for (int i = 0; i < command.ops().size(); i++) {
            LogEntry.Op op = command.ops().get(i);
            if (lane.rows.getOrDefault(op.key(), Counter.ABSENT).version() == 0) {
                made.add(op.key());
            }
            ModelOp run = new ModelOp(lane, op, i, own, command.holds());
            Refusal why = run.run(results);
            if (why != null) {
                lane.rows.clear();
                lane.rows.putAll(before);
                return rejected(run.verdict, why, own);
            }
            if (op.what().equals("add")) {
                lines.add(new ModelAnswer.Line(op.key(), -op.n(), results.get(i).value(), 0));
            }
        }
        if (!command.holds()) {
            return done(results, List.of(), List.of(), own);
        }
        Hold hold = new Hold("HELD", own, now(), now() + command.ttl(), 0, lines, command.id(), command.owner());
        ModelAnswer creation = done(results, List.of(), List.of(hold), own);
        lane.holds.put(command.id(), new ModelHold(command, creation, made));
        return creation;
    }

    private ModelAnswer onHold(LogEntry.OnHold command, long own) {
        ModelHold hold = lane.holds.get(command.target());
        if (hold == null) {
            return rejected("NOT_FOUND", NO_DETAIL, own);
        } else if (hold.isOpen()) {
            return onOpen(command, hold, own);
        } else if (asksTheSame(command, hold)) {
            ModelAnswer shown = done(List.of(), List.of(), List.of(hold.now), hold.resolvedBy);
            return again(shown.decidedAt(hold.now.resolvedAt()), false, own);
        }
        String state = hold.now.state();
        return rejected(state.equals("EXPIRED") ? state : "ALREADY_" + state, NO_DETAIL, own);
    }

    private static Map<String, Long> wanted(LogEntry.OnHold command, ModelHold hold) {
        if (command.parts().isEmpty()) {
            return hold.stock();
        }
        Map<String, Long> wanted = new HashMap<>();
        command.parts().forEach(part -> wanted.merge(part.key(), part.quantity(), Long::sum));
        return wanted;
    }

    private static boolean asksTheSame(LogEntry.OnHold command, ModelHold hold) {
        if (hold.now.state().equals("CANCELLED")) {
            return command.what().equals("cancel");
        } else if (hold.now.state().equals("EXPIRED") || !command.what().equals("confirm")) {
            return false;
        }
        Map<String, Long> confirmed = new HashMap<>();
        for (ModelAnswer.Line line : hold.now.lines()) {
            if (line.confirmed() > 0) {
                confirmed.merge(line.key(), line.confirmed(), Long::sum);
            }
        }
        return wanted(command, hold).equals(confirmed);
    }

    private ModelAnswer onOpen(LogEntry.OnHold command, ModelHold hold, long own) {
        if (command.what().equals("extend")) {
            hold.extend(now() + command.ttl());
            return done(List.of(), List.of(), List.of(hold.now), own);
        }
        boolean confirms = command.what().equals("confirm");
        Map<String, Long> asked = new HashMap<>();
        for (int i = 0; i < command.parts().size(); i++) {
            LogEntry.Part part = command.parts().get(i);
            long sum = asked.merge(part.key(), part.quantity(), Long::sum);
            long held = hold.stock().getOrDefault(part.key(), 0L);
            if (sum > held) {
                return rejected("EXCEEDS_HELD", new Refusal(i, held, held, 0, 0), own);
            }
        }
        long[] kept = confirms
                ? hold.shares(wanted(command, hold))
                : new long[hold.now.lines().size()];
        hold.resolve(lane.rows, confirms ? "CONFIRMED" : "CANCELLED", now(), own, kept);
        lane.resolved.add(hold);
        return done(List.of(), List.of(), List.of(hold.now), own);
    }

    private ModelAnswer abandon(LogEntry.Abandon command, long own) {
        ModelAnswer known = known(command.target(), own);
        if (known != null) {
            remember(command, command.id(), known, own);
            return known;
        }
        String untimely = untimely(command.target());
        if (untimely != null) {
            return refused(untimely, own);
        }
        ModelAnswer never = rejected("ABANDONED", NO_DETAIL, own);
        remember(null, command.target(), never, own);
        ModelAnswer told = never.told(false, true, own, lane.time);
        ModelAnswer kept = never.decidedAt(now()).told(true, true, own, lane.time);
        remember(command, command.id(), kept, own);
        return told;
    }

    /** What came of a command, by its id alone; null if nothing is known. */
    private ModelAnswer known(String id, long own) {
        Entry entry = entry(id);
        ModelHold hold = lane.holds.get(id);
        if (entry == null) {
            return hold == null ? null : again(hold.creation, true, own);
        }
        ModelAnswer told = again(entry.told(), true, own);
        boolean gone = hold == null && entry.content() instanceof LogEntry.Transact transact && transact.holds();
        return gone ? told.withoutHolds() : told;
    }

    ModelAnswer recall(String id, long own) {
        ModelAnswer known = known(id, own);
        if (known != null) {
            return known;
        }
        boolean gone = timeOf(id) >= 0 && timeOf(id) <= lane.horizon;
        return refused(gone ? "ID_EXPIRED" : "NOT_FOUND", own);
    }

    ModelAnswer show(String id, long own) {
        ModelHold hold = lane.holds.get(id);
        return hold == null ? refused("NOT_FOUND", own) : done(List.of(), List.of(), List.of(hold.now), own);
    }

    ModelAnswer read(LogEntry.ReadCounters read, long own) {
        List<Counter> found = new ArrayList<>();
        for (String key : read.keys()) {
            Counter row = lane.rows.getOrDefault(key, Counter.ABSENT);
            found.add(lane.isFull(row) ? Counter.ABSENT : row);
        }
        return done(List.of(), found, List.of(), own);
    }
}
