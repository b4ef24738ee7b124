package dev.hotlane.processor.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules once more, in the plainest words: sorted maps, lists and BigInteger. Shares no code with the state. */
final class NaiveLane {
    private static final Pattern UUID7 =
            Pattern.compile("([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");

    /** What the window keeps of a command. */
    record Entry(String id, Object content, long sequence, long time, Answer answer) {
        long keepTime() {
            return idTime(id) == null ? time : Math.max(time, idTime(id));
        }
    }

    /** What came of a record; null fields where a reply has none. */
    record Answer(String verdict, Reply.Problem problem, List<Reply.Result> results, List<Reply.Counter> counters) {
        static Answer refusal(String verdict, long horizon) {
            return new Answer(verdict, new Reply.Problem(255, 0, 0, 0, horizon), List.of(), List.of());
        }
    }

    /** An answer, and which record decided it. */
    record Told(Answer answer, boolean replayed, long originSequence, long originTime) {}

    final TreeMap<String, Reply.Counter> counters = new TreeMap<>();
    final List<Entry> window = new ArrayList<>();
    Input.Ruling rules;
    long offset;
    long time;
    long ceiling;
    long horizon;
    long epoch;
    long leaderHi;
    long leaderLo;
    long lastTick = -1;
    boolean accepted;
    int dropped;

    /** Applies a record; gives what it is told, or null if nobody asked. */
    Told apply(Input input, long recordTime) {
        long sequence = offset++;
        accepted = false;
        dropped = 0;
        if (input instanceof Input.Garbage) {
            return null;
        }
        boolean ticks = input instanceof Input.Ticking tick
                && rules != null
                && tick.epoch() == epoch
                && leads(tick.hi(), tick.lo());
        if (ticks) {
            ceiling = ((Input.Ticking) input).wallClock() + Input.Ruling.SLACK;
            lastTick = sequence;
            accepted = true;
        }
        time = Math.max(time, Math.min(recordTime, ceiling));
        Told told = dispatch(input, sequence, recordTime);
        while (!window.isEmpty() && mustGo(window.get(0))) {
            horizon = Math.max(horizon, window.remove(0).keepTime());
            dropped++;
        }
        return told;
    }

    private boolean mustGo(Entry oldest) {
        return window.size() > rules.windowSize() || time - oldest.keepTime() > rules.windowAge();
    }

    private boolean leads(long hi, long lo) {
        return !(hi == 0 && lo == 0) && hi == leaderHi && lo == leaderLo;
    }

    private Told dispatch(Input input, long sequence, long recordTime) {
        if (input instanceof Input.Transact command) {
            return transact(command, sequence, recordTime);
        } else if (input instanceof Input.ReadCounters read) {
            return own(read(read), sequence);
        } else if (input instanceof Input.ReadCommand read) {
            return readCommand(read.id(), sequence);
        } else if (input instanceof Input.Leading lead) {
            accepted = lead.epoch() == epoch + 1 && lead.lastTick() == lastTick && (lead.hi() != 0 || lead.lo() != 0);
            if (accepted) {
                epoch++;
                leaderHi = lead.hi();
                leaderLo = lead.lo();
            }
        } else if (input instanceof Input.Resigning resign) {
            accepted = resign.epoch() == epoch && leads(resign.hi(), resign.lo());
            if (accepted) {
                leaderHi = 0;
                leaderLo = 0;
            }
        } else if (input instanceof Input.Ruling next) {
            accepted = rules == null
                    ? next.version() == 1
                    : next.version() == rules.version() + 1 && next.seed() == rules.seed();
            rules = accepted ? next : rules;
        }
        return null;
    }

    private Told own(Answer answer, long sequence) {
        return new Told(answer, false, sequence, time);
    }

    private Answer read(Input.ReadCounters read) {
        if (read.keys().size() > (rules == null ? 1_000 : rules.readKeysMax())) {
            return Answer.refusal("MALFORMED", horizon);
        }
        List<Reply.Counter> found = read.keys().stream().map(this::counter).toList();
        return new Answer("OK", null, List.of(), found);
    }

    private Told readCommand(String id, long sequence) {
        if (!ID.matcher(id).matches()) {
            return own(Answer.refusal("MALFORMED", horizon), sequence);
        }
        for (Entry entry : window) {
            if (entry.id().equals(id)) {
                return new Told(entry.answer(), true, entry.sequence(), entry.time());
            }
        }
        boolean gone = idTime(id) != null && idTime(id) <= horizon;
        return own(Answer.refusal(gone ? "ID_EXPIRED" : "NOT_FOUND", horizon), sequence);
    }

    Reply.Counter counter(String key) {
        return counters.getOrDefault(key, Reply.Counter.ABSENT);
    }

    private Told transact(Input.Transact command, long sequence, long recordTime) {
        String refusal = inadmissible(command);
        Object content = canonical(command);
        if (refusal == null) {
            for (Entry entry : window) {
                if (entry.id().equals(command.id())) {
                    return entry.content().equals(content)
                            ? new Told(entry.answer(), true, entry.sequence(), entry.time())
                            : own(Answer.refusal("ID_REUSED", horizon), sequence);
                }
            }
            Long own = idTime(command.id());
            if (own != null && own <= horizon) {
                refusal = "ID_EXPIRED";
            } else if (own != null && own > Math.max(time, recordTime) + Input.Ruling.ID_FUTURE) {
                refusal = "ID_IN_FUTURE";
            }
        }
        if (refusal != null) {
            return own(Answer.refusal(refusal, horizon), sequence);
        }
        Answer answer = run(command.ops(), sequence);
        window.add(new Entry(command.id(), content, sequence, time == 0 ? recordTime : time, answer));
        return own(answer, sequence);
    }

    private String inadmissible(Input.Transact command) {
        if (rules == null) {
            return "UNSUPPORTED";
        }
        int count = command.ops().size();
        boolean shaped = command.ops().stream().allMatch(NaiveLane::hasShape);
        if (!ID.matcher(command.id()).matches() || count < 1 || count > 64 || !shaped) {
            return "MALFORMED";
        }
        if (count > rules.opsMax()) {
            return "MALFORMED";
        }
        return null;
    }

    /** The generator breaks shapes in two ways only. */
    private static boolean hasShape(Input.Operation op) {
        return switch (op.op()) {
            case "add" -> op.args().containsKey("delta");
            case "set" -> op.args().containsKey("value");
            case "check" -> !op.args().containsKey("delta");
            default -> true;
        };
    }

    /** A lower bound of 0 says what an add does anyway. */
    private static Object canonical(Input.Transact command) {
        List<Object> ops = new ArrayList<>();
        for (Input.Operation op : command.ops()) {
            Map<String, Long> args = new HashMap<>(op.args());
            if (op.op().equals("add")) {
                args.remove("min", 0L);
            }
            ops.add(List.of(op.op(), op.key(), args, op.flags()));
        }
        return ops;
    }

    private static Long idTime(String id) {
        Matcher uuid = UUID7.matcher(id);
        return uuid.matches() ? Long.valueOf(Long.parseLong(uuid.group(1) + uuid.group(2), 16)) : null;
    }

    private Answer run(List<Input.Operation> ops, long sequence) {
        TreeMap<String, Reply.Counter> before = new TreeMap<>(counters);
        List<Reply.Result> results = new ArrayList<>();
        for (int i = 0; i < ops.size(); i++) {
            Answer rejection = new NaiveOp(this, ops.get(i), i, sequence).run(results);
            if (rejection != null) {
                counters.clear();
                counters.putAll(before);
                return rejection;
            }
        }
        return new Answer("OK", null, List.copyOf(results), List.of());
    }
}
