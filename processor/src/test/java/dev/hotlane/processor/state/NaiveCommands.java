package dev.hotlane.processor.state;

import dev.hotlane.processor.state.NaiveLane.Answer;
import dev.hotlane.processor.state.NaiveLane.Entry;
import dev.hotlane.processor.state.NaiveLane.Told;
import dev.hotlane.protocol.sbe.HoldState;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What commands do to a naive lane. */
record NaiveCommands(NaiveLane lane) {
    Told own(Answer answer, long sequence) {
        return new Told(answer, false, false, sequence, lane.time);
    }

    private Told refuse(String verdict, long sequence) {
        return own(Answer.refusal(verdict, lane.horizon), sequence);
    }

    private Entry entry(String id) {
        return lane.window.stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private long kept() {
        return lane.time == 0 ? lane.recordTime : lane.time;
    }

    Told run(Input input, long sequence) {
        String id = input instanceof Input.Transact transact ? transact.id() : ((Input.OnTarget) input).id();
        String refusal = NaiveShape.fault(input, id, lane.rules);
        if (refusal != null) {
            return refuse(refusal, sequence);
        }
        Object content = NaiveShape.canonical(input);
        Entry known = entry(id);
        NaiveHold hold = lane.holds.get(id);
        if (known != null) {
            boolean same = known.content() == null || known.content().equals(content);
            Told told = known.told();
            return same
                    ? new Told(told.answer(), true, told.stored(), told.originSequence(), told.originTime())
                    : refuse("ID_REUSED", sequence);
        } else if (hold != null) {
            return hold.content.equals(content)
                    ? new Told(hold.creation, true, false, hold.now.createdSequence(), hold.now.createdAt())
                    : refuse("ID_REUSED", sequence);
        }
        refusal = untimely(id);
        if (refusal != null) {
            return refuse(refusal, sequence);
        }
        if (input instanceof Input.Transact transact) {
            return transact(transact, content, sequence);
        }
        Input.OnTarget on = (Input.OnTarget) input;
        return on.kind().equals("abandon") ? abandon(on, content, sequence) : onHold(on, content, sequence);
    }

    private String untimely(String id) {
        Long own = NaiveShape.idTime(id);
        if (own != null && own <= lane.horizon) {
            return "ID_EXPIRED";
        }
        boolean future = own != null && own > Math.max(lane.time, lane.recordTime) + Input.Ruling.ID_FUTURE;
        return future ? "ID_IN_FUTURE" : null;
    }

    private Told remember(String id, Object content, Told told, boolean opensHold) {
        long sequence = lane.base + lane.offset - 1;
        long originTime = told.replayed() || told.stored() ? told.originTime() : kept();
        Told kept = new Told(told.answer(), true, told.stored(), told.originSequence(), originTime);
        lane.window.add(new Entry(id, content, sequence, kept(), kept, opensHold));
        return told;
    }

    private Told transact(Input.Transact command, Object content, long sequence) {
        TreeMap<String, Reply.Counter> before = new TreeMap<>(lane.counters);
        if (command.hold() && lane.openHolds() >= lane.rules.holdsMax()) {
            Reply.Problem full = new Reply.Problem(255, lane.openHolds(), lane.rules.holdsMax(), 0, 0);
            return remember(command.id(), content, own(Answer.rejection("LIMIT_EXCEEDED", full), sequence), false);
        }
        List<Reply.Result> results = new ArrayList<>();
        Set<String> made = new HashSet<>();
        BigInteger[] stock = {BigInteger.ZERO};
        for (int i = 0; i < command.ops().size(); i++) {
            Input.Operation op = command.ops().get(i);
            lane.forgetIfPassed(op.key());
            boolean absent = lane.row(op.key()).version() == 0;
            Answer rejection = new NaiveOp(lane, op, i, sequence, command.hold(), stock).run(results);
            if (rejection != null) {
                lane.counters.clear();
                lane.counters.putAll(before);
                command.ops().subList(0, i + 1).forEach(met -> lane.forgetIfPassed(met.key()));
                return remember(command.id(), content, own(rejection, sequence), false);
            }
            if (absent && op.op().equals("add")) {
                made.add(op.key());
            }
        }
        if (!command.hold()) {
            return remember(command.id(), content, own(Answer.done(results, List.of()), sequence), false);
        }
        Answer creation = Answer.done(results, List.of(opened(command, results, sequence)));
        lane.holds.put(command.id(), new NaiveHold(content, creation, made));
        return remember(command.id(), content, own(creation, sequence), true);
    }

    private Reply.Hold opened(Input.Transact command, List<Reply.Result> results, long sequence) {
        List<Reply.Line> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Input.Operation op = command.ops().get(i);
            if (op.op().equals("add")) {
                long remaining = results.get(i).value();
                lines.add(new Reply.Line(op.key(), -op.args().get("delta"), remaining, 0));
            }
        }
        long expiresAt = later(command.ttl());
        return new Reply.Hold(HoldState.HELD, sequence, kept(), expiresAt, 0, lines, command.id(), command.owner());
    }

    private long later(long ttl) {
        BigInteger time = BigInteger.valueOf(kept()).add(BigInteger.valueOf(ttl));
        return time.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    private Told onHold(Input.OnTarget on, Object content, long sequence) {
        NaiveHold hold = lane.holds.get(on.target());
        Reply.Problem none = new Reply.Problem(255, 0, 0, 0, 0);
        Told told;
        if (hold == null) {
            told = own(Answer.rejection("NOT_FOUND", none), sequence);
        } else if (hold.isOpen()) {
            told = own(resolve(on, hold, sequence), sequence);
        } else if (isSame(on, hold)) {
            Answer again = Answer.done(List.of(), List.of(hold.now));
            told = new Told(again, true, false, hold.resolvedSequence, hold.now.resolvedAt());
        } else {
            String state = hold.now.state().name();
            String verdict = state.equals("EXPIRED") ? state : "ALREADY_" + state;
            told = own(Answer.rejection(verdict, none), sequence);
        }
        return remember(on.id(), content, told, false);
    }

    private static boolean isSame(Input.OnTarget on, NaiveHold hold) {
        if (hold.now.state() == HoldState.CANCELLED) {
            return on.kind().equals("cancel");
        } else if (hold.now.state() == HoldState.EXPIRED || !on.kind().equals("confirm")) {
            return false;
        }
        Map<String, BigInteger> confirmed = new HashMap<>();
        for (Reply.Line line : hold.now.lines()) {
            if (line.confirmed() > 0) {
                confirmed.merge(line.key(), BigInteger.valueOf(line.confirmed()), BigInteger::add);
            }
        }
        return on.lines().isEmpty()
                ? hold.now.lines().stream().allMatch(line -> line.confirmed() == line.quantity())
                : named(on).equals(confirmed);
    }

    private static Map<String, BigInteger> named(Input.OnTarget on) {
        Map<String, BigInteger> named = new LinkedHashMap<>();
        on.lines().forEach(line -> named.merge(line.key(), BigInteger.valueOf(line.quantity()), BigInteger::add));
        return named;
    }

    private Answer resolve(Input.OnTarget on, NaiveHold hold, long sequence) {
        switch (on.kind()) {
            case "extend":
                hold.extend(later(on.ttl()));
                return Answer.done(List.of(), List.of(hold.now));
            case "cancel":
                hold.resolve(lane, HoldState.CANCELLED, kept(), sequence, hold.nothing());
                break;
            default:
                List<Long> shares = on.lines().isEmpty() ? hold.everything() : hold.shares(named(on));
                if (shares == null) {
                    return tooMuch(on, hold);
                }
                hold.resolve(lane, HoldState.CONFIRMED, kept(), sequence, shares);
        }
        lane.resolved.add(hold);
        return Answer.done(List.of(), List.of(hold.now));
    }

    /** Names the first line up to which the sum is more than is held of its key. */
    private static Answer tooMuch(Input.OnTarget on, NaiveHold hold) {
        Map<String, BigInteger> asked = new HashMap<>();
        for (int i = 0; i < on.lines().size(); i++) {
            Input.Line wish = on.lines().get(i);
            BigInteger sum = asked.merge(wish.key(), BigInteger.valueOf(wish.quantity()), BigInteger::add);
            long held = hold.now.lines().stream()
                    .filter(line -> line.key().equals(wish.key()) && line.quantity() > 0)
                    .mapToLong(Reply.Line::quantity)
                    .sum();
            if (sum.compareTo(BigInteger.valueOf(held)) > 0) {
                return Answer.rejection("EXCEEDS_HELD", new Reply.Problem(i, held, held, 0, 0));
            }
        }
        throw new AssertionError("nothing exceeds");
    }

    /** What came of a command, by its id alone; null if nothing is known. */
    private Told recall(String id) {
        Entry known = entry(id);
        NaiveHold hold = lane.holds.get(id);
        if (known != null) {
            Told told = known.told();
            Answer answer = known.opensHold() && hold == null ? told.answer().withoutHolds() : told.answer();
            return new Told(answer, true, true, told.originSequence(), told.originTime());
        }
        return hold == null
                ? null
                : new Told(hold.creation, true, true, hold.now.createdSequence(), hold.now.createdAt());
    }

    private Told abandon(Input.OnTarget on, Object content, long sequence) {
        if (on.target().equals(on.id())) {
            return refuse("MALFORMED", sequence);
        }
        Told told = recall(on.target());
        if (told == null) {
            String refusal = untimely(on.target());
            if (refusal != null) {
                return refuse(refusal, sequence);
            }
            Answer never = Answer.rejection("ABANDONED", new Reply.Problem(255, 0, 0, 0, 0));
            remember(on.target(), null, own(never, sequence), false);
            told = new Told(never, false, true, sequence, lane.time);
            remember(on.id(), content, new Told(never, true, true, sequence, kept()), false);
            return told;
        }
        return remember(on.id(), content, told, false);
    }

    void quarantine(byte[] key, long sequence) {
        String id = key == null ? "" : new String(key, StandardCharsets.UTF_8);
        boolean unknown = lane.rules != null && NaiveShape.isId(id) && entry(id) == null && !lane.holds.containsKey(id);
        if (unknown && untimely(id) == null) {
            Answer never = Answer.rejection("QUARANTINED", new Reply.Problem(255, 0, 0, 0, 0));
            remember(id, null, own(never, sequence), false);
        }
    }

    Told readCommand(String id, long sequence) {
        if (!NaiveShape.isId(id)) {
            return refuse("MALFORMED", sequence);
        }
        Told told = recall(id);
        if (told != null) {
            return told;
        }
        boolean gone = NaiveShape.idTime(id) != null && NaiveShape.idTime(id) <= lane.horizon;
        return refuse(gone ? "ID_EXPIRED" : "NOT_FOUND", sequence);
    }
}
