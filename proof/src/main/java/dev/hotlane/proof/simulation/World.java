package dev.hotlane.proof.simulation;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.simulation.mysql.SimMySql;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import dev.hotlane.protocol.Rules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Everything of one simulation. {@link Simulation} decides what happens next. */
final class World {
    static final int PROCESSORS = 2;

    /** 2023-11-14 22:13:20 UTC in epoch milliseconds: the true time when the simulation begins. */
    static final long BEGIN_MILLIS = 1_700_000_000_000L;

    /** Client number of a reader of MySQL that is no processor. */
    static final int OBSERVER = -1;

    /** Client number of the first gateway that reads MySQL; the others follow. */
    static final int FIRST_READER = PROCESSORS;

    private static final int PROMPT_SHOW = 4;

    final Chance chance;
    final SimTally tally;
    final SimFaults weather;
    Truth truth;
    final Invariants invariants;
    final SimMySql mysql;
    SimTopic<Entry> log = new SimTopic<>();
    final List<SimTopic<byte[]>> replies = new ArrayList<>();
    final SimProcessor[] processors = new SimProcessor[PROCESSORS];
    final LaneForm form;
    final SimGateway[] gateways;
    final SimClients clients;
    final SimOperator operator;
    /** Null if no gateway has a view. */
    final SimViews views;
    /** Null if no feed follows the lane. */
    final SimFeeds feeds;

    /** VOIDING_SKIP incidents of the plan. */
    final int voidingSkipsPlanned;

    final Intruder intruder = new Intruder(this);
    final VoidingSkips voidingSkips = new VoidingSkips(this);
    private final Waiting waiting;
    private final Runnable others;
    final LostTail lostTail = new LostTail(this);
    private final List<SimNetwork> orphans = new ArrayList<>();
    private final Set<Long> poison = new HashSet<>();
    private boolean poisonDue;
    private long nanos;
    private long logStart;
    private boolean begunAgain;

    /** Lets others go on while a thread of a process waits. */
    interface Waiting {
        /**
         * Returns once the condition holds or the time is over.
         *
         * @throws EndedProcess if the process ended meanwhile
         */
        void await(ProcessorRun run, BooleanSupplier until, long nanos);
    }

    World(Plan plan, SimTally tally, Waiting waiting, Runnable others) {
        chance = new Chance(plan.seed());
        form = plan.form();
        voidingSkipsPlanned = (int) plan.incidents().stream()
                .filter(incident -> incident.what() == Incident.Kind.VOIDING_SKIP)
                .count();
        gateways = new SimGateway[form.gateways()];
        this.tally = tally;
        this.waiting = waiting;
        this.others = others;
        weather = new SimFaults(this);
        truth = new Truth(plan.views() || plan.feed().has());
        views = plan.views() ? new SimViews(this, plan.seed()) : null;
        feeds = plan.feed().has() ? new SimFeeds(this, plan.seed(), plan.feed()) : null;
        invariants = new Invariants(this);
        mysql = new SimMySql(weather::statement, this::committed);
        for (int i = 0; i < gateways.length; i++) {
            replies.add(new SimTopic<>());
            gateways[i] = new SimGateway(this, i);
        }
        for (int i = 0; i < PROCESSORS; i++) {
            processors[i] = new SimProcessor(this, i);
        }
        clients = new SimClients(this);
        operator = new SimOperator(this, ProcessorStart.settings(this, OBSERVER, this::now));
        if (views != null) {
            views.begin();
        }
        if (feeds != null) {
            feeds.begin();
        }
        Rules rules = Numbers.RULES;
        append(null, Encoder.rules(rules), Numbers.SAID, null);
        log.showUpTo(log.end());
    }

    /** True time in nanoseconds since the beginning. */
    long now() {
        return nanos;
    }

    /** True time in epoch milliseconds. */
    long wallMillis() {
        return BEGIN_MILLIS + nanos / 1_000_000;
    }

    void pass(long more) {
        nanos += more;
    }

    /** Appends to the log as the broker does, with the broker's clock. */
    void append(byte[] key, byte[] value, LogEntry said, SimAttempt attempt) {
        Entry entry = new Entry(key, value, wallMillis() + weather.brokerSkewMillis(), said, attempt);
        int offset = log.append(entry);
        invariants.appended(entry, offset);
        if (poisonDue && attempt != null && said instanceof LogEntry.Command && takesPoison(offset)) {
            poisonDue = false;
            poison.add((long) offset);
            tally.count("poison records");
        }
    }

    /** The next command is poison, as soon as log time has begun. */
    void poisonNext() {
        poisonDue = true;
    }

    private boolean takesPoison(int offset) {
        return truth.at(offset - 1).time() != 0 && !truth.hasNewerRules();
    }

    /** Whether every process fails at that record unless it steps over it. */
    boolean isPoison(long offset) {
        return poison.contains(offset);
    }

    /** A thread of this process waits; others go on meanwhile. */
    void await(ProcessorRun run, BooleanSupplier until, long atMost) {
        waiting.await(run, until, atMost);
    }

    /** One event, while a thread that must not wait is slow. */
    void others() {
        others.run();
    }

    /** First offset of the log that is not deleted. */
    long logStart() {
        return logStart;
    }

    /** Ends a process that would read a deleted offset, as the product's reader does. */
    void requireInLog(long offset) {
        if (offset < logStart) {
            throw new HaltReason(ExitCode.LOG_LOST_RANGE, "offset " + offset + " is not in the log any more");
        }
    }

    /** Deletes the records below that offset for a leader. */
    void deleteBelow(ProcessorRun run, long offset) {
        invariants.deleting(run, offset);
        if (feeds != null) {
            feeds.checks.deleting(offset);
        }
        tally.count("records deleted", Math.max(0, offset - logStart));
        logStart = Math.max(logStart, offset);
    }

    /** The lane goes on in another log, whose first record comes next; the checks of processors and MySQL are over. */
    void begin(SimTopic<Entry> other, Truth model) {
        log = other;
        truth = model;
        logStart = 0;
        begunAgain = true;
    }

    private void committed(int client, SqlTables before, SqlTables after) {
        if (!begunAgain) {
            invariants.committed(client, before, after);
        }
    }

    /** What ended senders sent never arrives. */
    void dropOrphans() {
        orphans.clear();
    }

    /** Whether the broker takes records of gateways now. */
    boolean takesCommands() {
        return !weather.brokerAway() && !lostTail.awaitsLead();
    }

    /** Whether records of ended senders are still under way. */
    boolean hasOrphans() {
        return !orphans.isEmpty();
    }

    /** Moves the high-water mark on. */
    boolean showMore() {
        if (weather.brokerAway() || weather.committingLate() || log.visible() == log.end()) {
            return false;
        }
        log.showUpTo(Math.min(log.end(), log.visible() + 1 + chance.below(PROMPT_SHOW)));
        return true;
    }

    /** The sender on this wire has ended. */
    void orphan(SimNetwork wire) {
        wire.orphan(chance.below(wire.underWay() + 1));
        if (wire.underWay() > 0) {
            orphans.add(wire);
        }
    }

    /** Delivers one record of an ended sender. */
    boolean deliverOrphans() {
        for (int i = 0; i < orphans.size(); i++) {
            if (orphans.get(i).deliver()) {
                if (orphans.get(i).underWay() == 0) {
                    orphans.remove(i);
                }
                return true;
            }
        }
        return false;
    }
}
