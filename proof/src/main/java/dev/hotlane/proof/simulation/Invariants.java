package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Looks at everything that happens, the moment it happens. The numbers are those of docs/reliability.md. */
final class Invariants {
    private static final byte[] NO_REPLY = {};

    private final World world;
    private final SimOutcomes outcomes;
    private final Database database;
    private final Emissions emissions;
    final Quarantine quarantine;
    private final VoidedAnswers voided;
    private final List<byte[]> replies = new ArrayList<>();
    private final List<Long> digests = new ArrayList<>();
    private final HoldEnds holdEnds = new HoldEnds();
    private long newerRulesAt = Long.MAX_VALUE;

    Invariants(World world) {
        this.world = world;
        outcomes = new SimOutcomes(world.truth);
        emissions = new Emissions(world, this);
        database = new Database(world, emissions, this);
        quarantine = new Quarantine(world);
        voided = new VoidedAnswers(world);
    }

    /** A record stands in the log. */
    void appended(Entry entry, int offset) {
        require(
                entry.attempt() == null || !entry.attempt().refused,
                "I21",
                () -> "a try that was answered `not_executed` stands in the log at offset " + offset);
        if (world.truth.append(entry)) {
            takenOut(((LogEntry.Skip) entry.said()).target(), offset);
        }
        if (entry.said() instanceof LogEntry.NewerRules) {
            newerRulesAt = Math.min(newerRulesAt, offset);
        }
        replies.add(null);
        digests.add(null);
    }

    /**
     * What stands from the skipped record on has another result without it. Garbage changes nothing, so these results
     * stay. Only a forged SKIP may void what a caller has.
     */
    private void takenOut(long target, long skip) {
        world.tally.count("records skipped");
        boolean harmless = world.truth.record(target).said() instanceof LogEntry.Garbage;
        boolean forged = world.voidingSkips.appended(skip);
        quarantine.begin(target, skip, harmless, forged);
        if (harmless) {
            return;
        }
        if (forged) {
            world.tally.count("commands skipped by an intruder");
        }
        voided.takenOut(target, replies, forged);
        emissions.takenOut(target, forged);
        Collections.fill(replies.subList((int) target, replies.size()), null);
        Collections.fill(digests.subList((int) target, digests.size()), null);
        holdEnds.takenOut(target);
        outcomes.takenOut(target);
    }

    /** Kafka lost the records from that offset on. */
    void truncate(long from) {
        voided.forget(from);
        emissions.takenOut(from, true);
        holdEnds.takenOut(from);
        outcomes.forget(from);
        replies.subList((int) from, replies.size()).clear();
        digests.subList((int) from, digests.size()).clear();
    }

    /** A process applied a record. */
    void applied(ProcessorRun run, Slot slot) {
        world.tally.count("records applied");
        long offset = slot.offset;
        require(offset < newerRulesAt, "I19", () -> "unknown rules at " + newerRulesAt + " were passed");
        if (quarantine.missedBy(run, offset)) {
            quarantine.appliedByOneWhoMissed(run, slot);
            if (quarantine.strayed(run, offset)) {
                voided.applied(run, slot);
                return;
            }
        } else if (world.truth.skipped(offset)) {
            quarantine.steppedOver(run, slot);
        }
        Truth.Moment moment = world.truth.at(offset);
        boolean leads = moment.leader().equals(run.leader);
        require(
                slot.leads == leads,
                "I13",
                () -> "processor " + run.place.index + " takes itself for " + (leads ? "no leader" : "the leader")
                        + " after offset " + offset);
        byte[] reply = Arrays.copyOf(slot.effects.reply(), slot.effects.replyLength());
        byte[] known = replies.set((int) offset, reply.length == 0 ? NO_REPLY : reply);
        if (known == null) {
            examine(offset, reply, slot);
        } else {
            require(Arrays.equals(known, reply), "I2", () -> "two processes answer offset " + offset + " differently");
        }
        holdEnds.examine(offset, slot.effects);
        if (slot.cuttable) {
            described(offset, slot.meta, moment);
        }
    }

    private void examine(long offset, byte[] reply, Slot slot) {
        ModelAnswer expected = world.truth.at(offset).answer();
        if (reply.length == 0) {
            require(expected == null, "MODEL", () -> "offset " + offset + " got no answer, expected " + expected);
            return;
        }
        ModelAnswer answer = Decoder.answer(reply, reply.length);
        if (answer.refused()) {
            require(
                    slot.effects.windowEntryCount() == 0,
                    "I9",
                    () -> "offset " + offset + " was refused and yet remembered: " + answer);
        }
        outcomes.examine(offset, answer);
        require(
                answer.equals(expected),
                "MODEL",
                () -> "offset " + offset + " was answered\n  " + answer + "\nexpected\n  " + expected + "\nfor "
                        + world.truth.record(offset).said());
    }

    private void described(long offset, Meta meta, Truth.Moment moment) {
        require(meta.nextOffset == offset + 1, "I1", () -> "after offset " + offset + " comes " + meta.nextOffset);
        Long digest = digests.set((int) offset, meta.digest);
        require(digest == null || digest == meta.digest, "I2", () -> "two processes differ at offset " + offset);
        require(
                meta.logTime == moment.time(),
                "I16",
                () -> "log time after offset " + offset + " is " + meta.logTime + ", expected " + moment.time());
        require(
                meta.horizon == moment.horizon() && meta.windowCount == moment.remembered(),
                "I7",
                () -> "after offset " + offset + " the window has " + meta.windowCount + " entries and horizon "
                        + meta.horizon + ", expected " + moment.remembered() + " and " + moment.horizon());
        require(
                meta.epoch == moment.epoch(),
                "I13",
                () -> "epoch after offset " + offset + " is " + meta.epoch + ", expected " + moment.epoch());
    }

    /** Digest just after that record, as the first process that described its state there had it. */
    long digest(long offset) {
        return digests.get((int) offset);
    }

    /** The reply of the first process that applied the record; null before, empty for no reply. */
    byte[] reply(long offset) {
        return replies.get((int) offset);
    }

    /** Whether the process may send that reply of the offset: the first one made there, or one that a SKIP voids. */
    boolean maySend(ProcessorRun run, long offset, byte[] reply) {
        return strayed(run, offset) ? voided.contains(offset, reply) : Arrays.equals(reply, reply(offset));
    }

    /** Whether that process differs from the others after that offset, as it missed a SKIP. */
    boolean strayed(ProcessorRun run, long offset) {
        return quarantine.strayed(run, offset);
    }

    /** Whether the reply topic has the answer to that offset. */
    boolean isAnswered(long offset) {
        return emissions.answered(offset);
    }

    /** Whether a caller has the answer to that offset. */
    boolean reachedCaller(long offset) {
        return voided.hasReachedCaller(offset);
    }

    /** A process hands a reply record to its producer. */
    void emitted(ProcessorRun run, byte[] value) {
        emissions.emitted(run, value, newerRulesAt);
    }

    /** A process hands a reply record to the gateway of its node, which takes it, or drops it if it is closed. */
    void handedOver(ProcessorRun run, SimGateway gateway, byte[] value) {
        emissions.handedOver(run, gateway, value, newerRulesAt);
    }

    /** The gateway of its node had no room for a reply record. */
    void refused(ProcessorRun run, byte[] value) {
        world.tally.count("replies without room");
        Emissions.each(value, (offset, message) -> run.waits.refused(offset));
    }

    /** Whether a process found a SKIP of that record when it began, and steps over it. */
    boolean stepsOver(ProcessorRun run, long offset) {
        return world.truth.skipped(offset) && !quarantine.missedBy(run, offset);
    }

    /** A reply record stands in the reply topic. */
    void replyAppended(byte[] value) {
        emissions.appended(value);
    }

    /** MySQL committed something. */
    void committed(int client, SqlTables before, SqlTables after) {
        database.committed(client, before, after, newerRulesAt);
    }

    /** MySQL was set back. */
    void restored(SqlTables backup) {
        database.restored(backup);
    }

    /** The offset that MySQL stands at, -1 while it has no checkpoint. */
    long flushed() {
        return database.flushed();
    }

    /** The furthest that MySQL ever stood at. */
    long flushedEver() {
        return database.flushedEver();
    }

    boolean everRestored() {
        return database.everRestored();
    }

    /** A client got an answer. */
    void answered(SimAttempt attempt, ModelAnswer answer) {
        long offset = answer.sequence();
        require(
                world.truth.record(offset).attempt() == attempt,
                "I10",
                () -> "the answer to " + attempt.call.said + " names offset " + offset + ", which is another's");
        require(
                offset > attempt.above || world.lostTail.from() <= attempt.above,
                "I20",
                () -> "offset " + offset + " answers a try that began after offset " + attempt.above + " was answered");
        boolean right = answer.equals(world.truth.at(offset).answer());
        boolean wasRight = quarantine.mayVoid(offset)
                && world.truth.before(offset).stream().anyMatch(before -> answer.equals(before.answer()));
        require(right || wasRight, "MODEL", () -> "a client was told " + answer + " of offset " + offset);
        if (right) {
            voided.reachedCaller(offset, answer);
        } else {
            world.tally.count("answers voided by a forged SKIP");
        }
    }

    /** A process ended since it had applied what a SKIP takes out. */
    void endedAtSkip(ProcessorRun run, LateSkipException late) {
        boolean missed = quarantine.missedBy(run, run.applied() - 1);
        require(missed, "I22", () -> "a process ended at a SKIP that it knew, or that is void: " + late.getMessage());
    }

    /** A leader deletes the log below that offset. */
    void deleting(ProcessorRun run, long below) {
        database.deleting(run, below);
    }

    /** An operator was given a snapshot of that offset. */
    void snapshotTaken(long offset) {
        database.snapshotTaken(offset);
    }

    /** All below has an answer in the reply topic, or stands before one that has. */
    long answeredBelow() {
        return emissions.answeredBelow();
    }

    /** A process met rules that it does not know: no process may ever pass them. */
    void stoppedAtNewerRules(ProcessorRun run, UnknownRulesException newer) {
        long offset = run.applied() - 1;
        require(offset == newerRulesAt, "I19", () -> "a process passed the rules at " + newerRulesAt + ": " + newer);
    }

    /** In the end MySQL holds what the log says, a fresh process can load it, and a replay from offset 0 agrees. */
    void atTheEnd() {
        database.load();
        database.replay();
    }
}
