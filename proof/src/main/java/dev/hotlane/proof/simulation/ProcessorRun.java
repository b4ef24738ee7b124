package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.log.LogWriter;
import dev.hotlane.processor.recover.ExitCodes;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.ring.StagePorts;
import dev.hotlane.processor.ring.StageSettings;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.state.State;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.ReplyRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One run of a processor: the product's stages, made by its own {@link Stages}, on a ring of a few slots. Each method
 * with a boolean result is one step of a thread and returns whether it did anything.
 */
final class ProcessorRun {
    private static final int BATCH_MAX = 5;
    private static final long MILLI = 1_000_000;
    private static final long QUIET_NANOS = 4 * MILLI;
    final SimProcessor place;
    final ProcessorStart.Begun begun;
    final LogEntry.Leader leader;
    final State state;
    final Contender contender;
    final SimRetention retention;
    private final World world;
    private final FlushWriter writer;
    private final Positions positions;
    private final Stages stages;
    final ProcessorWires wires;
    final RunWaits waits;
    private final AckMark mark;
    private final ReplySender sender;
    final SimRing ring = new SimRing();
    private long read;
    private long applied;
    private long replied;
    private long flushed;
    final ProcessorView view;
    private long quietAt;
    private long writerAt;
    private CompletableFuture<Void> resigned;
    private long stopBy;

    ProcessorRun(SimProcessor place, FlushSettings settings, ProcessorStart.Begun begun) {
        this.place = place;
        this.begun = begun;
        world = place.world;
        Incarnation self = new Incarnation(world.chance.next() | 1, world.chance.next());
        leader = new LogEntry.Leader(self.hi(), self.lo());
        long from = begun.from();
        int end = begun.end();
        state = begun.state();
        read = applied = replied = flushed = from;
        Halt halt = new Halt(HaltedProcess::raise);
        mark = new AckMark(from);
        FlushLimit limit = FlushLimit.of(from, mark);
        waits = new RunWaits(this);
        wires = new ProcessorWires(this);
        wires.goBadly();
        view = new ProcessorView(this, from);
        writer = new FlushWriter(
                settings,
                ProcessorStart.IDENTITY.topicId(),
                from,
                limit,
                FlushListener.NONE,
                fault -> halt.request(new HaltReason(ExitCodes.code(fault), fault.getMessage(), fault)));
        OwnGateway own = place.gateway() == null ? OwnGateway.NONE : new SimHandOver(this, place.gateway());
        sender = new ReplySender(SimProducer.of(wires::sendReply, waits::stateWaits), "replies", mark, halt, own);
        LogWriter logWriter = new LogWriter(SimProducer.of(wires::sendRecord, waits::stateWaits), "commands", halt);
        positions = Positions.of(from, end, place.nanos(), limit, writer::flushedOffset);
        StagePorts ports = new StagePorts(
                ring::slot,
                positions,
                new Outlet(logWriter::append, nanos -> {}, sender.inMemory()),
                new StagePorts.Replies(sender, mark, world.replies::size, slot -> {}),
                new StagePorts.Flushes(writer, writer::fence),
                view.ports(),
                new Clocks(place::wallMillis, place::nanos));
        StageSettings pace = new StageSettings(
                self,
                new Replay(from, end, place.nanos()),
                Numbers.LEAD,
                settings,
                Duration.ofMillis(Numbers.REPLY_WAIT_MILLIS));
        stages = new Stages(state, begun.cut(), ports, pace);
        contender = stages.contender;
        view.runs(stages.view);
        retention = new SimRetention(this, settings, contender);
    }

    /** Whether this process has not ended. */
    boolean lives() {
        return place.run() == this;
    }

    /** Offset of the next record to apply. */
    long applied() {
        return applied;
    }

    /** MySQL's last known offset. */
    long flushedOffset() {
        return writer.flushedOffset();
    }

    /** Begins an orderly stop. */
    void stop() {
        if (resigned == null) {
            resigned = contender.resign();
            stopBy = world.now() + 400 * MILLI;
        }
    }

    /** Thread log: puts a few records into the ring. */
    boolean read() {
        if (!place.hearsTheLog()) {
            return false;
        }
        world.requireInLog(read);
        long logEnd = world.log.visible();
        positions.logEnd().setRelease(logEnd);
        positions.logAnswered().set(place.nanos());
        // A slot that the reply stage waits with is not free yet.
        long answered = waits.reply() ? replied - 1 : replied;
        long room = SimRing.SIZE - (read - Math.min(view.collected(), Math.min(answered, flushed)));
        boolean leaves = resigned != null && (resigned.isDone() || world.now() >= stopBy);
        if (room == 0 || read == logEnd || leaves) {
            return false;
        }
        for (int i = 1 + world.chance.below(BATCH_MAX); i > 0 && room > 0 && read < logEnd; i--, room--) {
            ring.put(world.log.get((int) read), read);
            read++;
        }
        return true;
    }

    /** Thread state: applies one batch. */
    boolean apply() {
        if (applied == read || waits.state()) {
            return false;
        }
        long last = Math.min(read, applied + 1 + world.chance.below(BATCH_MAX)) - 1;
        stages.state.onBatchStart(last - applied + 1, read - applied);
        while (applied <= last) {
            Slot slot = ring.slot(applied);
            try {
                if (world.isPoison(applied) && !world.invariants.stepsOver(this, applied)) {
                    throw new PoisonRecord(applied);
                }
                stages.state.onEvent(slot, slot.offset, slot.offset == last);
            } catch (RuntimeException e) {
                prove();
                applied++;
                throw e;
            }
            applied++;
            world.invariants.applied(this, slot);
        }
        return true;
    }

    /** As the product does at a fault of the thread state: proves that this process answers no record from here on. */
    private void prove() {
        sender.prove(ReplyRecord.halted(leader.hi(), leader.lo(), applied), applied);
    }

    /** Thread reply: one batch, which ends at a slot where the state may be cut. */
    boolean reply() {
        long last = waits.reply() ? -1 : handedOn(replied);
        if (last < replied) {
            return false;
        }
        while (replied <= last) {
            Slot slot = ring.slot(replied);
            replied++;
            stages.reply.onEvent(slot, slot.offset, slot.offset == last);
        }
        waits.requireUnsettled(mark.getAsLong());
        return true;
    }

    /** Thread flush: one batch. */
    boolean flush() {
        long last = handedOn(flushed);
        if (last < flushed) {
            return false;
        }
        stages.flush.onBatchStart(last - flushed + 1, applied - flushed);
        while (flushed <= last) {
            Slot slot = ring.slot(flushed);
            flushed++;
            stages.flush.onEvent(slot, slot.offset, slot.offset == last);
        }
        writerAt = 0;
        return true;
    }

    /** The last slot from {@code next} on that a stage behind the state stage may process now. */
    private long handedOn(long next) {
        return ring.handedOn(next, applied, world.chance);
    }

    /** Thread flush-writer: one step. */
    boolean write() {
        if (world.now() < writerAt) {
            return false;
        }
        long before = writer.flushedOffset();
        writerAt = world.now() + Math.min(writer.step(), QUIET_NANOS);
        return writer.flushedOffset() != before;
    }

    /** Kafka's threads: one record arrives. */
    boolean send() {
        return wires.deliver();
    }

    /** Kafka's threads: one acknowledgement arrives. */
    boolean acknowledge() {
        return wires.acknowledge();
    }

    /** onTimeout of each stage that has caught up, at most once per 4 ms. */
    boolean quiet() {
        if (world.now() < quietAt) {
            return false;
        }
        quietAt = world.now() + QUIET_NANOS;
        if (applied == read && !waits.state()) {
            stages.state.onTimeout(applied - 1);
        }
        if (replied == applied && !waits.reply()) {
            stages.reply.onTimeout(replied - 1);
        }
        if (flushed == applied) {
            stages.flush.onTimeout(flushed - 1);
            writerAt = 0;
        }
        return true;
    }

    /**
     * The end of a stop: all records read are processed, then comes the last flush. Throws {@link HaltedProcess} at the
     * end.
     */
    boolean finish() {
        boolean left = resigned != null && (resigned.isDone() || world.now() >= stopBy);
        if (!left
                || waits.state()
                || waits.reply()
                || applied < read
                || replied < read
                || flushed < read
                || view.collected() < read) {
            return false;
        }
        boolean flushes = contender.epoch() > 0 && !writer.ended() && world.now() < stopBy + 200 * MILLI;
        boolean idle = writer.drain(Duration.ZERO);
        if (!flushes || idle && !stages.flush.offerLast(writer.flushedOffset())) {
            throw new HaltedProcess(new HaltReason(ExitCode.OK, "stopped as asked"));
        }
        writerAt = 0;
        return false;
    }
}
