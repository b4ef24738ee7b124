package dev.hotlane.processor.state;

import dev.hotlane.protocol.sbe.HoldState;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules once more, in the plainest words: sorted maps, lists and BigInteger. Shares no code with the state. */
final class NaiveLane {
    /** What the window keeps of a command; of no content it answers any. */
    record Entry(String id, Object content, long sequence, long time, Told told, boolean opensHold) {
        long keepTime() {
            Long own = NaiveShape.idTime(id);
            return own == null ? time : Math.max(time, own);
        }
    }

    /** What came of a record; null fields where a reply has none. */
    record Answer(
            String verdict,
            Reply.Problem problem,
            List<Reply.Result> results,
            List<Reply.Counter> counters,
            List<Reply.Hold> holds,
            String cursor) {
        static Answer refusal(String verdict, long horizon) {
            return rejection(verdict, new Reply.Problem(255, 0, 0, 0, horizon));
        }

        static Answer rejection(String verdict, Reply.Problem problem) {
            return new Answer(verdict, problem, List.of(), List.of(), List.of(), "");
        }

        static Answer done(List<Reply.Result> results, List<Reply.Hold> holds) {
            return new Answer("OK", null, results, List.of(), holds, "");
        }

        Answer withoutHolds() {
            return new Answer(verdict, problem, results, counters, List.of(), cursor);
        }
    }

    /** An answer, whether it was there before or is another command's, and which record decided it. */
    record Told(Answer answer, boolean replayed, boolean stored, long originSequence, long originTime) {}

    final TreeMap<String, Reply.Counter> counters = new TreeMap<>();
    final Map<String, NaiveHold> holds = new LinkedHashMap<>();
    final List<NaiveHold> resolved = new ArrayList<>();
    final List<Entry> window = new ArrayList<>();
    private final NaiveCommands commands = new NaiveCommands(this);
    Input.Ruling rules;
    long base;
    long offset;
    long time;
    long recordTime;
    long ceiling;
    long horizon;
    long epoch;
    long leaderHi;
    long leaderLo;
    long lastTick = -1;
    boolean accepted;
    private long target;
    int dropped;
    int expired;

    /** Offsets of records that SKIPs further on take out. */
    Set<Long> quarantined = Set.of();

    /** Applies a record; gives what it is told, or null if nobody asked. */
    Told apply(Input input, long appendTime) {
        long at = offset++;
        long sequence = base + at;
        accepted = false;
        dropped = 0;
        expired = 0;
        if (quarantined.contains(at)) {
            recordTime = appendTime;
            commands.quarantine(input.key(), sequence);
            accepted = true;
            return null;
        }
        if (input instanceof Input.Garbage) {
            return null;
        }
        boolean ticks = input instanceof Input.Ticking tick
                && rules != null
                && tick.epoch() == epoch
                && leads(tick.hi(), tick.lo());
        if (ticks) {
            ceiling = ((Input.Ticking) input).wallClock() + Input.Ruling.SLACK;
            lastTick = at;
            accepted = true;
        }
        recordTime = appendTime;
        target = Math.max(time, Math.min(recordTime, ceiling));
        passTime(sequence);
        Told told = dispatch(input, sequence);
        while (!window.isEmpty() && mustGo(window.get(0))) {
            horizon = Math.max(horizon, window.remove(0).keepTime());
            dropped++;
        }
        while (!resolved.isEmpty() && mustGo(resolved.get(0))) {
            holds.remove(resolved.remove(0).now.id());
        }
        return told;
    }

    /** Whether holds are left that the clock was allowed to expire. */
    boolean timeWaits() {
        return holds.values().stream().anyMatch(hold -> hold.isOpen() && hold.now.expiresAt() <= target);
    }

    private void passTime(long sequence) {
        int budget = rules == null ? 0 : rules.expiriesPerRecord();
        List<NaiveHold> due = holds.values().stream()
                .filter(hold -> hold.isOpen() && hold.now.expiresAt() <= target)
                .sorted(Comparator.<NaiveHold>comparingLong(hold -> hold.now.expiresAt())
                        .thenComparing(hold -> hold.now.createdSequence()))
                .toList();
        for (NaiveHold hold : due.subList(0, Math.min(budget, due.size()))) {
            hold.resolve(this, HoldState.EXPIRED, hold.now.expiresAt(), sequence, hold.nothing());
            resolved.add(hold);
            expired++;
        }
        time = due.size() > budget ? Math.max(time, due.get(budget).now.expiresAt() - 1) : target;
        counters.entrySet().stream()
                .filter(row -> hasPassed(row.getValue()))
                .sorted(Comparator.<Map.Entry<String, Reply.Counter>>comparingLong(
                                row -> row.getValue().value())
                        .thenComparing(row -> row.getKey().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned))
                .map(Map.Entry::getKey)
                .limit(budget)
                .toList()
                .forEach(this::forgetIfPassed);
    }

    private boolean hasPassed(Reply.Counter row) {
        return row.version() < 0 && row.value() <= time * 1_000_000;
    }

    /** A bucket that is full again is as good as none. */
    void forgetIfPassed(String key) {
        Reply.Counter row = row(key);
        if (hasPassed(row)) {
            put(key, new Reply.Counter(0, 0, row.held(), row.confirmed()), false);
        }
    }

    private boolean mustGo(Entry oldest) {
        return window.size() > rules.windowSize() || time - oldest.keepTime() > rules.windowAge();
    }

    private boolean mustGo(NaiveHold oldest) {
        return resolved.size() > rules.resolvedMax() || time - oldest.now.resolvedAt() > rules.holdRetention();
    }

    private boolean leads(long hi, long lo) {
        return !(hi == 0 && lo == 0) && hi == leaderHi && lo == leaderLo;
    }

    private Told dispatch(Input input, long sequence) {
        if (input instanceof Input.Transact || input instanceof Input.OnTarget) {
            return commands.run(input, sequence);
        } else if (input instanceof Input.ReadCounters read) {
            return commands.own(read(read), sequence);
        } else if (input instanceof Input.ReadCommand read) {
            return commands.readCommand(read.id(), sequence);
        } else if (input instanceof Input.ReadHold read) {
            return commands.own(readHold(read.id()), sequence);
        } else if (input instanceof Input.ReadHolds read) {
            return commands.own(page(read), sequence);
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

    private Answer read(Input.ReadCounters read) {
        if (read.keys().size() > (rules == null ? 1_000 : rules.readKeysMax())) {
            return Answer.refusal("MALFORMED", horizon);
        }
        List<Reply.Counter> found = read.keys().stream().map(this::counter).toList();
        return new Answer("OK", null, List.of(), found, List.of(), "");
    }

    private Answer readHold(String id) {
        if (!NaiveShape.isId(id)) {
            return Answer.refusal("MALFORMED", horizon);
        }
        NaiveHold hold = holds.get(id);
        return hold == null
                ? Answer.refusal("NOT_FOUND", horizon)
                : new Answer("OK", null, List.of(), List.of(), List.of(hold.now), "");
    }

    private Answer page(Input.ReadHolds read) {
        List<Reply.Hold> list = new ArrayList<>();
        for (NaiveHold hold : holds.values()) {
            boolean chained = read.owner().isEmpty()
                    ? read.stock().isEmpty() || hasStock(hold.now, read.stock())
                    : hold.now.owner().equals(read.owner());
            if (chained) {
                list.add(0, hold.now);
            }
        }
        if (!read.cursor().isEmpty()) {
            NaiveHold last = holds.get(read.cursor());
            if (last == null || !list.contains(last.now)) {
                return Answer.refusal(last == null ? "ID_EXPIRED" : "MALFORMED", horizon);
            }
            list = list.subList(list.indexOf(last.now) + 1, list.size());
        }
        List<Reply.Hold> found = new ArrayList<>();
        String cursor = "";
        for (Reply.Hold hold : list) {
            if (found.size() == read.limit()) {
                return new Answer("OK", null, List.of(), List.of(), found, cursor);
            }
            cursor = hold.id();
            boolean wanted = read.state() == HoldState.NONE || read.state() == hold.state();
            if (wanted && (read.stock().isEmpty() || hasStock(hold, read.stock()))) {
                found.add(hold);
            }
        }
        return new Answer("OK", null, List.of(), List.of(), found, "");
    }

    private static boolean hasStock(Reply.Hold hold, String key) {
        return hold.lines().stream()
                .anyMatch(line -> line.quantity() > 0 && line.key().equals(key));
    }

    /** As it is stored. */
    Reply.Counter row(String key) {
        return counters.getOrDefault(key, Reply.Counter.ABSENT);
    }

    /** As people know it. */
    private Reply.Counter counter(String key) {
        Reply.Counter row = row(key);
        boolean passed = hasPassed(row);
        return new Reply.Counter(passed ? 0 : row.value(), passed ? 0 : row.version(), row.held(), row.confirmed());
    }

    /** A row of nothing goes, unless it is still being worked on. */
    void put(String key, Reply.Counter row, boolean keep) {
        if (!keep && row.version() == 0 && row.held() == 0 && row.confirmed() == 0) {
            counters.remove(key);
        } else {
            counters.put(key, row);
        }
    }

    long openHolds() {
        return holds.values().stream().filter(NaiveHold::isOpen).count();
    }

    /** What the open holds hold of a key; a sum that counters must agree with. */
    long heldOf(String key) {
        BigInteger sum = BigInteger.ZERO;
        for (NaiveHold hold : holds.values()) {
            for (Reply.Line line : hold.isOpen() ? hold.now.lines() : List.<Reply.Line>of()) {
                sum = line.key().equals(key) ? sum.add(BigInteger.valueOf(line.quantity())) : sum;
            }
        }
        return sum.longValue();
    }
}
