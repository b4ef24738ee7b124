package dev.hotlane.processor;

import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.FlushWriter;
import dev.hotlane.flusher.FlusherException;
import dev.hotlane.flusher.HBatching;
import dev.hotlane.processor.flush.FlushStage;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Progress;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.log.LogReader;
import dev.hotlane.processor.log.LogWriter;
import dev.hotlane.processor.recover.ExitCodes;
import dev.hotlane.processor.recover.Recovered;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.reply.ReplyStage;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.StateStage;
import dev.hotlane.processor.status.Meters;
import dev.hotlane.processor.status.ProcessorStatus;
import dev.hotlane.processor.status.ProcessorStatus.Role;
import dev.hotlane.processor.watch.FlushProgress;
import dev.hotlane.processor.watch.FlushedGroup;
import dev.hotlane.processor.watch.GarbageFile;
import dev.hotlane.processor.watch.LogRetention;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.RetentionLimit;
import dev.hotlane.processor.watch.TopicWatch;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a loaded lane and how they hold on to each other. Made on the starting thread. */
final class RunningLane implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunningLane.class);

    /** onTimeout calls per tick interval while the ring is idle. */
    private static final int LOOKS_PER_TICK = 5;

    /** Replies that nobody waits for are not made: by clocks, the broker's and ours, that are much less apart. */
    private static final Duration CLOCKS_APART_MAX = Duration.ofMinutes(1);

    final AckMark mark;
    final LogWriter logWriter;
    final FlushWriter flushWriter;
    final HBatching batching;
    final ReplySender sender;
    final StateStage state;
    final ReplyStage reply;
    final FlushStage flush;
    final FlushProgress progress;
    final Contender contender;
    final Pipeline pipeline;
    final LogReader reader;
    final TopicWatch watch;
    final GarbageFile garbage;
    final FlushedGroup flushed;
    final LogRetention retention;

    private final ProcessorSettings settings;
    private final Halt halt;
    private final Incarnation self = Incarnation.random();
    private final Replay replay;
    private boolean running;
    private volatile boolean stopping;
    private volatile boolean succeeded;

    RunningLane(
            ProcessorSettings settings,
            Recovered recovered,
            LogClients clients,
            Admin admin,
            Meters meters,
            Halt halt) {
        this.settings = settings;
        this.halt = halt;
        Cut cut = recovered.cut();
        long from = cut.nextOffset;
        String commands = TopicSpec.commands(settings.lane()).name();
        String replies = TopicSpec.replies(settings.lane(), 1).name();
        replay = new Replay(from, recovered.logEnd(), recovered.capturedNanos());
        mark = new AckMark(from);
        garbage = new GarbageFile(settings.directory().resolve("garbage.ndjson"));
        TopicPartition partition = new TopicPartition(commands, TopicSpec.COMMAND_PARTITION);
        flushed = new FlushedGroup(admin, settings.lane(), partition, this::leading, this::flushedOffset);
        Retention keep = settings.retention();
        RetentionLimit mysql = new RetentionLimit(settings.mysql(), recovered.topics());
        retention =
                new LogRetention(admin, partition, keep.margin(), keep.interval(), this::leading, mysql::stands, mysql);
        watch = new TopicWatch(admin, settings.lane(), recovered.topics(), halt, this::everySecond);

        flushWriter =
                new FlushWriter(settings.mysql(), recovered.topics().topicId(), from, mark, meters, this::flushEnded);
        batching = new HBatching(flushWriter, settings.mysql());

        sender = new ReplySender(clients.replier(), replies, mark, halt);
        reply = new ReplyStage(
                sender,
                mark,
                watch::replyPartitions,
                Clocks.SYSTEM.wallMillis(),
                flushWriter::flushedOffset,
                settings.replyWaitMax(),
                garbage::add);

        logWriter = new LogWriter(clients.writer(), commands, halt);
        contender = new Contender(
                self,
                settings.lead(),
                Clocks.SYSTEM,
                replay,
                new Progress(mark, flushWriter::flushedOffset, this::logEnd, this::logAnswered),
                recovered.state()::describe,
                new Outlet(logWriter::append, meters::roundTrip));
        flush = new FlushStage(
                batching, flushWriter::fence, contender::resignedAt, cut.sequenceBase, recovered.logEnd());
        state = new StateStage(recovered.state(), from, self, contender);

        progress = new FlushProgress(
                contender::leading,
                state::applied,
                flushWriter::flushedOffset,
                Clocks.SYSTEM.nanos(),
                settings.mysql().intervalMillis());

        Duration quiet = settings.lead().tickInterval().dividedBy(LOOKS_PER_TICK);
        pipeline = new Pipeline(settings.ringSize(), settings.waiting(), quiet, halt, state, reply, flush);
        state.reads(pipeline.ring()::get);
        long heard = settings.replyWaitMax().plus(CLOCKS_APART_MAX).toMillis();
        state.answersSince(() -> Clocks.SYSTEM.wallMillis().getAsLong() - heard);
        flush.reads(pipeline.ring()::get);
        reader = new LogReader(
                recovered.consumer(), partition, from, recovered.logEnd(), recovered.gaps(), pipeline.ring(), halt);
        new LaneMeters(this, meters).register();
    }

    /** During a hand-over the next leader may fence MySQL before our last flush; it then flushes the rest. */
    private void flushEnded(FlusherException fault) {
        if (stopping && fault.reason() == FlusherException.Reason.FENCED) {
            log.info("the next leader writes the checkpoint already");
            succeeded = true;
        } else {
            halt.request(new HaltReason(ExitCodes.code(fault), fault.getMessage(), fault));
        }
    }

    /** Whether the next leader was found at MySQL during the stop: it flushes the rest. */
    boolean succeeded() {
        return succeeded;
    }

    private long logEnd() {
        return reader.end();
    }

    private long logAnswered() {
        return reader.answeredNanos();
    }

    private boolean leading() {
        return contender.leading();
    }

    private long flushedOffset() {
        return flushWriter.flushedOffset();
    }

    private void everySecond() {
        progress.look();
        state.ignored().look();
        garbage.write();
        flushed.show();
        retention.everySecond();
    }

    void start() {
        logWriter.warmUp();
        sender.warmUp();
        flushWriter.start();
        pipeline.start();
        reader.start();
        watch.start();
        running = true;
    }

    /** Not before its first TICK took effect: gateways open at its BEAT, and T begins with it. */
    boolean ready() {
        return halt.reason() == null && contender.leading() && contender.ticks() > 0;
    }

    ProcessorStatus status() {
        long applied = state.applied();
        return new ProcessorStatus(
                settings.lane(),
                role(applied),
                self.toString(),
                contender.epoch(),
                contender.takeOvers(),
                contender.falseTakeOvers(),
                applied,
                mark.getAsLong(),
                flushWriter.flushedOffset(),
                Math.max(applied, reader.end()),
                flushWriter.failures(),
                flushWriter.lastFailure(),
                progress.stalledSeconds(),
                state.snapshot());
    }

    private Role role(long applied) {
        if (halt.reason() != null) {
            return Role.HALTED;
        }
        if (contender.leading()) {
            return Role.LEADING;
        }
        return applied < replay.end() ? Role.REPLAYING : Role.FOLLOWING;
    }

    @Override
    public void close() {
        stopping = true;
        new LaneStop(this, settings.stopPatience()).run(running && halt.reason() == null);
    }
}
