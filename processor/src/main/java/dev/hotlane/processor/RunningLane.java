package dev.hotlane.processor;

import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.log.LogReader;
import dev.hotlane.processor.log.LogWriter;
import dev.hotlane.processor.recover.ExitCodes;
import dev.hotlane.processor.recover.Recovered;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.StagePorts;
import dev.hotlane.processor.ring.StagePorts.Flushes;
import dev.hotlane.processor.ring.StagePorts.Replies;
import dev.hotlane.processor.ring.StageSettings;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.status.ClientMeters;
import dev.hotlane.processor.status.LaneMeters;
import dev.hotlane.processor.status.Meters;
import dev.hotlane.processor.status.ProcessorStatus;
import dev.hotlane.processor.status.ProcessorStatus.Flushing;
import dev.hotlane.processor.status.ProcessorStatus.Leading;
import dev.hotlane.processor.status.ProcessorStatus.Offsets;
import dev.hotlane.processor.status.ProcessorStatus.Role;
import dev.hotlane.processor.status.StandbyReadiness;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.processor.view.ViewTopic;
import dev.hotlane.processor.watch.FeedLimit;
import dev.hotlane.processor.watch.FlushProgress;
import dev.hotlane.processor.watch.GarbageFile;
import dev.hotlane.processor.watch.LogRetention;
import dev.hotlane.processor.watch.LogStart;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.RetentionLimit;
import dev.hotlane.processor.watch.ShownOffset;
import dev.hotlane.processor.watch.TopicWatch;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loaded lane and what stands around its {@link Pipeline}: writers to Kafka and MySQL, the reader that fills the ring,
 * tasks of the thread watch, meters. Constructed on the starting thread.
 */
final class RunningLane implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunningLane.class);

    final FlushWriter flushWriter;
    final ReplySender sender;
    final LogWriter logWriter;
    final ViewTopic viewTopic;
    final Positions positions;
    final Pipeline pipeline;
    final Stages stages;
    final LogReader reader;
    final FlushProgress progress;
    final LogStart logStart;
    final RetentionLimit snapshots;
    final TopicWatch watch;
    final GarbageFile garbage;
    final ShownOffset flushed;
    final LogRetention retention;
    final StandbyReadiness standby;

    private final ProcessorSettings settings;
    private final Halt halt;
    private final Incarnation self = Incarnation.random();
    private final Replay replay;
    private boolean running;
    private volatile boolean stopping;
    private volatile boolean succeeded;

    /**
     * What goes to gateways beside the reply topic.
     *
     * @param own the gateway of this process
     * @param views where changed counters go
     */
    record ToGateways(OwnGateway own, ViewPorts views) {}

    RunningLane(
            ProcessorSettings settings,
            Recovered recovered,
            LogClients clients,
            Admin admin,
            Meters meters,
            Halt process,
            ToGateways gateways) {
        this.settings = settings;
        halt = process.after(this::prove);
        long from = recovered.cut().nextOffset;
        String commands = TopicSpec.commands(settings.lane()).name();
        String replies = TopicSpec.replies(settings.lane(), 1).name();
        TopicPartition partition = new TopicPartition(commands, TopicSpec.COMMAND_PARTITION);
        replay = new Replay(from, recovered.logEnd(), recovered.capturedNanos());

        // Where the stages write to, and the position of each part.
        AckMark mark = new AckMark(from);
        FlushLimit limit = FlushLimit.of(from, mark);
        flushWriter =
                new FlushWriter(settings.mysql(), recovered.topics().topicId(), from, limit, meters, this::flushEnded);
        sender = new ReplySender(clients.replier(), replies, mark, halt, gateways.own());
        logWriter = new LogWriter(clients.writer(), commands, halt);
        viewTopic = gateways.views().topic();
        positions = Positions.of(from, replay.end(), replay.capturedNanos(), limit, flushWriter::flushedOffset);

        // Parts that the thread watch runs for the stages.
        watch = new TopicWatch(admin, settings.lane(), recovered.topics(), halt, this::everySecond);
        garbage = new GarbageFile(settings.directory().resolve("garbage.ndjson"));

        // The ring, the stages, and the reader that fills the ring.
        StageSettings pace = new StageSettings(
                self,
                replay,
                settings.pace().lead(),
                settings.mysql(),
                settings.patience().reply());
        pipeline = new Pipeline(settings.pace().ringSize(), settings.pace().waiting(), pace.quiet(), halt);
        StagePorts ports = new StagePorts(
                pipeline.ring()::get,
                positions,
                new Outlet(logWriter::append, meters::roundTrip, sender.inMemory()),
                new Replies(sender, mark, watch::replyPartitions, garbage::add),
                new Flushes(flushWriter, flushWriter::fence),
                gateways.views(),
                Clocks.SYSTEM);
        stages = new Stages(recovered.state(), recovered.cut(), ports, pace);
        reader = new LogReader(
                recovered.consumer(), partition, from, recovered.gaps(), positions, pipeline.ring(), halt);

        // Further tasks of the thread watch, once a second.
        Contender contender = stages.contender;
        progress = new FlushProgress(
                contender::leading,
                positions.applied(),
                positions.flushed(),
                Clocks.SYSTEM.nanos(),
                settings.mysql().limits().interval());
        logStart = new LogStart(admin, partition);
        standby = StandbyReadiness.of(this::ready, replay.end(), positions, Clocks.SYSTEM.nanos());
        flushed = new ShownOffset(
                admin, settings.lane() + ".flushed", partition, contender::leading, positions.flushed());
        Retention keep = settings.log().retention();
        snapshots = new RetentionLimit(settings.mysql(), recovered.topics());
        retention = new LogRetention(
                admin, partition, keep.margin(), keep.interval(), contender::leading, snapshots::stands, snapshots);
        String topicId = recovered.topics().topicId();
        keepForFeed(clients, admin, new FeedLimit.Log(settings.lane(), topicId, snapshots::base));
        show(meters, gateways.own().heap());
    }

    private void keepForFeed(LogClients clients, Admin admin, FeedLimit.Log of) {
        Retention keep = settings.log().retention();
        if (keep.on() && keep.feed().on()) {
            retention.keepFor(
                    new FeedLimit(clients::reader, admin, of, keep.feed().bytesMax()));
        }
    }

    private void show(Meters meters, HeapShare share) {
        LaneMeters shown = new LaneMeters(meters);
        shown.positions(positions, replay.end());
        shown.writers(flushWriter, sender, logWriter);
        shown.watch(watch, progress, logStart, garbage);
        shown.snapshots(
                () -> stages.contender.leading() ? snapshots.snapshotAgeSeconds() : Double.NaN,
                () -> stages.contender.leading() ? snapshots.provenAgeSeconds() : Double.NaN);
        ClientMeters clients = new ClientMeters(meters);
        clients.show("log", reader::metrics);
        clients.show("log-writer", logWriter::metrics);
        clients.show("reply", sender::metrics);
        shown.stages(pipeline, stages);
        shown.heap(stages, share);
        shown.view(stages.view, positions);
    }

    /**
     * A node leaves the proof of which records it did not answer, for `hotlane skip`. It need not lead: its LEAD may be in
     * the log already, at an offset that it did not reach.
     */
    private void prove(HaltReason reason) {
        if (reason.unapplied() >= 0) {
            sender.prove(ReplyRecord.halted(self.hi(), self.lo(), reason.unapplied()), reason.unapplied());
        }
    }

    /** During a stop the next leader may fence MySQL before our last flush; it then flushes the rest. */
    private void flushEnded(FlusherException fault) {
        if (stopping && fault.reason() == FlusherException.Reason.FENCED) {
            log.info("the next leader writes the checkpoint already");
            succeeded = true;
        } else {
            halt.request(new HaltReason(ExitCodes.code(fault), fault.getMessage(), fault));
        }
    }

    /** Whether the next leader fenced MySQL during the stop; it flushes the rest. */
    boolean succeeded() {
        return succeeded;
    }

    private void everySecond() {
        progress.look();
        logStart.look();
        stages.state.ignored().look();
        garbage.write();
        flushed.show();
        retention.everySecond();
        standby.look();
    }

    void start() {
        logWriter.warmUp();
        sender.warmUp();
        if (viewTopic != null) {
            viewTopic.warmUp();
        }
        flushWriter.start();
        pipeline.start(stages.state, stages.reply, stages.flush, stages.view);
        reader.start();
        watch.start();
        running = true;
    }

    /** True only after its first TICK took effect: gateways open at its BEAT, and T advances from it. */
    boolean ready() {
        return halt.reason() == null && stages.contender.leading() && stages.contender.ticks() > 0;
    }

    /** Whether it leads, or would at once: for {@code of=self}. */
    boolean standsReady() {
        return halt.reason() == null && standby.look();
    }

    ProcessorStatus status() {
        long applied = positions.applied().getAsLong();
        Contender contender = stages.contender;
        return new ProcessorStatus(
                settings.lane(),
                role(applied),
                self.toString(),
                new Leading(contender.epoch(), contender.takeOvers(), contender.falseTakeOvers()),
                new Offsets(
                        applied,
                        positions.replied().getAsLong(),
                        positions.flushed().getAsLong(),
                        Math.max(applied, positions.logEnd().getAsLong())),
                new Flushing(flushWriter.failures(), flushWriter.lastFailure(), progress.stalledSeconds()),
                stages.state.snapshot());
    }

    private Role role(long applied) {
        if (halt.reason() != null) {
            return Role.HALTED;
        }
        if (stages.contender.leading()) {
            return Role.LEADING;
        }
        return applied < replay.end() ? Role.REPLAYING : Role.FOLLOWING;
    }

    @Override
    public void close() {
        stopping = true;
        new LaneStop(this, settings.patience().stop()).run(running && halt.reason() == null);
    }
}
