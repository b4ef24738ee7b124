package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;

/** The whole lane: give it the records of the log one after the other. Belongs to one thread. */
public final class LaneModel {
    final ModelClock clock = new ModelClock();
    final ModelWindow window = new ModelWindow();
    final ModelCounters counters = new ModelCounters();
    final ModelHolds holds = new ModelHolds(counters);
    private final AnswerForms forms = new AnswerForms(this);
    private final CommandRules commands = new CommandRules(this, forms);
    private final ReadRules reads = new ReadRules(this, commands, forms);

    LogEntry.Numbers rules;
    private long base;
    private long next;
    private boolean accepted;
    private int expired;
    private int dropped;

    /** An empty lane; {@code base} is the sequence of offset 0. */
    public LaneModel(long base) {
        this.base = base;
    }

    /** Keeps the state; the next record is the first one of another log, where nobody leads yet. */
    public void anchor(long newBase) {
        base = newBase;
        next = 0;
        clock.anchor();
    }

    /** Applies the record at an offset, with the broker's append time; returns its answer, null if it gets none. */
    public ModelAnswer apply(long offset, LogEntry record, long stamp) {
        begin(offset);
        if (record instanceof LogEntry.Garbage) {
            return null;
        }
        accepted = record instanceof LogEntry.Tick tick && clock.tick(tick, rules, offset);
        clock.aim(stamp);
        pass(base + offset);
        ModelAnswer answer = obey(record, base + offset);
        if (rules != null) {
            dropped = window.forget(rules, clock.time());
            holds.forget(rules, clock.time());
        }
        return answer;
    }

    /**
     * Steps over the record at an offset, which a SKIP takes out: no time passes, and only its id is kept.
     *
     * @param id null if it has none
     */
    public void stepOver(long offset, String id, long stamp) {
        begin(offset);
        clock.stamp(stamp);
        commands.quarantine(id, base + offset);
        accepted = true;
    }

    private void begin(long offset) {
        next = offset + 1;
        accepted = false;
        expired = 0;
        dropped = 0;
    }

    /** Log time goes on, but not past more ends of holds than the rules allow for one record. */
    private void pass(long sequence) {
        long budget = rules == null ? 0 : rules.expiriesPerRecord();
        ModelHold due = holds.due(clock.target());
        while (due != null && expired < budget) {
            holds.resolve(due, HoldState.EXPIRED, due.now().expiresAt(), sequence, due.nothing());
            expired++;
            due = holds.due(clock.target());
        }
        clock.advance(due == null ? clock.target() : due.now().expiresAt() - 1);
        counters.forgetFull(clock.time(), budget);
    }

    private ModelAnswer obey(LogEntry record, long own) {
        if (record instanceof LogEntry.Command command) {
            return commands.run(command, own);
        } else if (record instanceof LogEntry.ReadCounters read) {
            return reads.counters(read, own);
        } else if (record instanceof LogEntry.ReadCommand read) {
            return reads.command(read.id(), own);
        } else if (record instanceof LogEntry.ReadHold read) {
            return reads.hold(read, own);
        } else if (record instanceof LogEntry.ReadHolds read) {
            return reads.page(read, own);
        } else if (record instanceof LogEntry.Lead lead) {
            accepted = clock.lead(lead);
        } else if (record instanceof LogEntry.Resign resign) {
            accepted = clock.resign(resign);
        } else if (record instanceof LogEntry.Numbers numbers) {
            accepted = follows(numbers);
            rules = accepted ? numbers : rules;
        }
        return null;
    }

    private boolean follows(LogEntry.Numbers numbers) {
        return rules == null
                ? numbers.version() == 1
                : numbers.version() == rules.version() + 1 && Objects.equals(numbers.seed(), rules.seed());
    }

    /** Whether the last record, of no command and no read, changed anything. */
    public boolean accepted() {
        return accepted;
    }

    /** How many holds expired before the last record. */
    public int expired() {
        return expired;
    }

    /** How many commands left the window after the last record. */
    public int dropped() {
        return dropped;
    }

    /** Whether holds are left that the last record's time allowed to expire. */
    public boolean timeWaits() {
        return holds.due(clock.target()) != null;
    }

    /** The rules in force; null before the first. */
    public LogEntry.Numbers rules() {
        return rules;
    }

    /** The reigning leader after the last record. */
    public LogEntry.Leader leader() {
        return clock.leader();
    }

    /** How many leaders there were. */
    public long epoch() {
        return clock.epoch();
    }

    /** Offset of the last TICK that counted, -1 for none. */
    public long lastTick() {
        return clock.lastTick();
    }

    /** Log time. */
    public long time() {
        return clock.time();
    }

    /** The greatest log time that is allowed. */
    public long ceiling() {
        return clock.ceiling();
    }

    /** Greatest keep-time that ever left the window. */
    public long horizon() {
        return window.horizon();
    }

    /** Offset of the next record. */
    public long next() {
        return next;
    }

    /** Counters as they are stored, by key. */
    public SortedMap<String, Counter> counters() {
        return counters.all();
    }

    /** A counter as a reader sees it. */
    public Counter counter(String key) {
        return counters.read(key, clock.time());
    }

    /** The hold of that key as it stands; null if none is known. */
    public Hold hold(String key) {
        ModelHold hold = holds.find(key);
        return hold == null ? null : hold.now();
    }

    /** All holds that are known, in the order of their creation. */
    public List<Hold> holds() {
        return holds.bySequence().values().stream().map(ModelHold::now).toList();
    }

    /** The key of the known hold that the record of that sequence opened. */
    public String holdKey(long created) {
        return holds.bySequence().get(created).key;
    }

    /** The keys of all holds that are known, in the order of their creation. */
    public List<String> holdKeys() {
        return holds.bySequence().values().stream().map(hold -> hold.key).toList();
    }

    /** All holds that are known, the newest first. */
    public Stream<Hold> newestHolds() {
        return holds.bySequence().descendingMap().values().stream().map(ModelHold::now);
    }

    /** The open holds, in the order of their creation. */
    public List<Hold> openHolds() {
        return holds.bySequence().values().stream()
                .filter(ModelHold::isOpen)
                .map(ModelHold::now)
                .toList();
    }

    /** Sequences of the records that resolved the holds that are still kept, in their order. */
    public List<Long> resolvedBy() {
        return holds.resolved().stream().map(ModelHold::resolvedBy).toList();
    }

    /** How many commands the window has. */
    public int rememberedCount() {
        return window.size();
    }

    /** Sequences of the commands in the window, oldest first. */
    public List<Long> remembered() {
        return window.sequences();
    }
}
