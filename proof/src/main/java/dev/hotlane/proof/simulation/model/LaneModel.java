package dev.hotlane.proof.simulation.model;

import dev.hotlane.proof.simulation.model.ModelAnswer.Counter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The whole lane: give it the records of the log one after the other. */
public final class LaneModel {
    /** What the window keeps. A null content answers whoever comes with that id. */
    record Entry(LogEntry.Command content, String id, long sequence, long keepTime, ModelAnswer told) {}

    final TreeMap<String, Counter> rows = new TreeMap<>();
    final Map<String, ModelHold> holds = new LinkedHashMap<>();
    final List<ModelHold> resolved = new ArrayList<>();
    final List<Entry> window = new ArrayList<>();
    private final ModelCommands commands = new ModelCommands(this);

    LogEntry.Numbers rules;
    long time;
    long recordTime;
    long horizon;
    private long sequence;
    private long ceiling;
    private long epoch;
    private long lastTick = -1;
    private LogEntry.Leader leader = LogEntry.Leader.NOBODY;

    /** Applies the next record, stamped so by the broker; gives its answer, null if it gets none. */
    public ModelAnswer apply(LogEntry record, long stamp) {
        long own = sequence++;
        if (record instanceof LogEntry.Garbage) {
            return null;
        }
        boolean ticks = record instanceof LogEntry.Tick tick && rules != null && counts(tick, own);
        if (ticks) {
            long wallClock = ((LogEntry.Tick) record).wallClock();
            ceiling = wallClock > Long.MAX_VALUE - rules.slack() ? Long.MAX_VALUE : wallClock + rules.slack();
        }
        recordTime = stamp;
        pass(Math.max(time, Math.min(stamp, ceiling)), own);
        ModelAnswer answer = obey(record, own);
        forget();
        lastTick = ticks ? own : lastTick;
        return answer;
    }

    /** Steps over the next record, of which a SKIP says that it must not run: only its id is kept, if it has one. */
    public void stepOver(LogEntry record, long stamp) {
        long own = sequence++;
        recordTime = stamp;
        if (record instanceof LogEntry.Command command) {
            commands.quarantine(command.id(), own);
        }
    }

    private boolean counts(LogEntry.Tick tick, long own) {
        return leads(tick.leader(), tick.epoch()) && tick.seen() <= own && !contradicts(tick);
    }

    /** A wrong digest is compared with that of the newest TICK only; an older one says nothing. */
    private boolean contradicts(LogEntry.Tick tick) {
        return tick.wrongOf() >= 0 && tick.wrongOf() >= lastTick;
    }

    private boolean leads(LogEntry.Leader who, long inEpoch) {
        return inEpoch == epoch && !who.equals(LogEntry.Leader.NOBODY) && who.equals(leader);
    }

    private void pass(long target, long own) {
        int budget = rules == null ? 0 : rules.expiriesPerRecord();
        List<ModelHold> due = holds.values().stream()
                .filter(hold -> hold.isOpen() && hold.now.expiresAt() <= target)
                .sorted(Comparator.<ModelHold>comparingLong(hold -> hold.now.expiresAt())
                        .thenComparing(hold -> hold.now.created()))
                .toList();
        for (ModelHold hold : due.subList(0, Math.min(budget, due.size()))) {
            hold.resolve(
                    rows,
                    "EXPIRED",
                    hold.now.expiresAt(),
                    own,
                    new long[hold.now.lines().size()]);
            resolved.add(hold);
        }
        time = due.size() > budget ? Math.max(time, due.get(budget).now.expiresAt() - 1) : target;
        rows.entrySet().stream()
                .filter(row -> isFull(row.getValue()))
                .sorted(Comparator.comparingLong(row -> row.getValue().value()))
                .map(Map.Entry::getKey)
                .limit(budget)
                .toList()
                .forEach(rows::remove);
    }

    /** A token bucket that is full again is as good as none. */
    boolean isFull(Counter row) {
        return row.version() < 0 && row.value() <= time * 1_000_000;
    }

    private ModelAnswer obey(LogEntry record, long own) {
        if (record instanceof LogEntry.Command command) {
            return commands.run(command, own);
        } else if (record instanceof LogEntry.ReadCounters read) {
            return commands.read(read, own);
        } else if (record instanceof LogEntry.ReadCommand read) {
            return commands.recall(read.id(), own);
        } else if (record instanceof LogEntry.ReadHold read) {
            return commands.show(read.id(), own);
        } else if (record instanceof LogEntry.Lead lead) {
            if (lead.epoch() == epoch + 1
                    && lead.lastTick() == lastTick
                    && !lead.leader().equals(LogEntry.Leader.NOBODY)) {
                epoch++;
                leader = lead.leader();
            }
        } else if (record instanceof LogEntry.Resign resign) {
            if (leads(resign.leader(), resign.epoch())) {
                leader = LogEntry.Leader.NOBODY;
            }
        } else if (record instanceof LogEntry.Numbers numbers && numbers.version() == version() + 1) {
            rules = numbers;
        }
        return null;
    }

    private int version() {
        return rules == null ? 0 : rules.version();
    }

    private void forget() {
        if (rules == null) {
            return;
        }
        while (!window.isEmpty()
                && (window.size() > rules.windowSize() || time - window.get(0).keepTime() > rules.windowAge())) {
            horizon = Math.max(horizon, window.remove(0).keepTime());
        }
        while (!resolved.isEmpty()
                && (resolved.size() > rules.resolvedMax()
                        || time - resolved.get(0).now.resolvedAt() > rules.retention())) {
            holds.remove(resolved.remove(0).now.id());
        }
    }

    /** Who leads after the last record. */
    public LogEntry.Leader leader() {
        return leader;
    }

    /** How many leaders there were. */
    public long epoch() {
        return epoch;
    }

    /** Offset of the last TICK that counted, -1 for none. */
    public long lastTick() {
        return lastTick;
    }

    /** Log time. */
    public long time() {
        return time;
    }

    /** How far log time may go. */
    public long ceiling() {
        return ceiling;
    }

    /** Greatest keep-time ever dropped. */
    public long horizon() {
        return horizon;
    }

    /** Offset of the next record. */
    public long next() {
        return sequence;
    }

    /** By key. */
    public TreeMap<String, Counter> counters() {
        return rows;
    }

    /** In the order of their creation. */
    public List<ModelAnswer.Hold> openHolds() {
        return holds.values().stream()
                .filter(ModelHold::isOpen)
                .map(ModelHold::now)
                .toList();
    }

    /** Sequences of the records that resolved the holds that are still kept, in their order. */
    public List<Long> resolvedBy() {
        return resolved.stream().map(hold -> hold.resolvedBy).toList();
    }

    /** How many commands the window has. */
    public int rememberedCount() {
        return window.size();
    }

    /** Sequences of the commands in the window, oldest first. */
    public List<Long> remembered() {
        return window.stream().map(Entry::sequence).toList();
    }
}
