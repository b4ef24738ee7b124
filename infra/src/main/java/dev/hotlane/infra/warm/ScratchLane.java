package dev.hotlane.infra.warm;

import dev.hotlane.flusher.batch.DiscardingExchange;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.gateway.ScratchGateway;
import dev.hotlane.infra.node.NodeGateway;
import dev.hotlane.processor.ProcessorSettings.Pace;
import dev.hotlane.processor.ProcessorSettings.Patience;
import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.StagePorts;
import dev.hotlane.processor.ring.StageSettings;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole lane in memory for a warm-up: the product's gateway, ring and stages between a log and a database that do not
 * exist. It leads itself. It shares no object with the process' own lane. Started and closed by one thread.
 */
final class ScratchLane implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ScratchLane.class);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);
    private static final String THREADS = "warm-up-";

    /** Entries of its window, so that it takes little memory and entries leave it soon. */
    private static final int WINDOW = 1 << 16;

    private static final FlushSettings NOWHERE = FlushSettings.of("jdbc:mysql://nowhere/scratch", "", "");

    private final Halt halt;
    private final ScratchGateway gateway;
    private final Pipeline pipeline;
    private final ScratchLog scratchLog;

    private ScratchLane(Halt halt, ScratchGateway gateway, Pipeline pipeline, ScratchLog scratchLog) {
        this.halt = halt;
        this.gateway = gateway;
        this.pipeline = pipeline;
        this.scratchLog = scratchLog;
    }

    /** Starts it; it answers once its processor leads, some 100 ms later. */
    static ScratchLane start() {
        Incarnation self = Incarnation.random();
        long now = System.nanoTime();
        Replay replay = new Replay(0, 0, now);
        StageSettings pace = new StageSettings(self, replay, LeadSettings.DEFAULT, NOWHERE, Patience.DEFAULT.reply());
        Halt halt = new Halt(reason -> {});
        Pipeline pipeline = new Pipeline(
                Pace.RING_SIZE,
                WaitKind.fitFor(Runtime.getRuntime().availableProcessors()),
                pace.quiet(),
                halt,
                THREADS);
        AckMark mark = new AckMark(0);
        DiscardingExchange discarding = new DiscardingExchange();
        Positions positions = Positions.of(0, 0, now, FlushLimit.of(0, mark), discarding::flushedOffset);
        ScratchLog scratchLog = new ScratchLog(pipeline.ring(), positions);
        ScratchGateway gateway = ScratchGateway.start(new MemoryProducer(scratchLog::append));
        MemoryProducer replies = new MemoryProducer((record, acknowledged) -> {
            gateway.receive(record.value());
            acknowledged.onCompletion(null, null);
        });
        ReplySender sender = new ReplySender(
                replies,
                "scratch",
                mark,
                halt,
                new NodeGateway(gateway.localReplies(), () -> true, HeapShare.OF_A_PROCESSOR, NodeGateway.Pages.NONE));
        StagePorts ports = new StagePorts(
                pipeline.ring()::get,
                positions,
                new Outlet(scratchLog::append, nanos -> {}, true),
                new StagePorts.Replies(sender, mark, () -> 1, garbage -> {}),
                new StagePorts.Flushes(discarding, epoch -> {}),
                ViewPorts.NONE,
                Clocks.SYSTEM);
        Stages stages = new Stages(new State(), new Meta(), ports, pace);
        pipeline.start(stages.state, stages.reply, stages.flush);
        Rules usual = Rules.first(1);
        scratchLog.append(new RecordWriter().rules(usual.withWindow(WINDOW, usual.windowAgeMs())));
        scratchLog.start();
        return new ScratchLane(halt, gateway, pipeline, scratchLog);
    }

    /** The port of its gateway on 127.0.0.1. */
    int port() {
        return gateway.port();
    }

    /** Whether it leads and serves calls. */
    boolean ready() {
        return gateway.ready();
    }

    /** Why it failed; null if it did not. */
    HaltReason fault() {
        return halt.reason();
    }

    /** Ends all its threads: the gateway last, as the stages hand replies and BEATs over to it. */
    @Override
    public void close() {
        try {
            scratchLog.stop();
            if (!pipeline.stop(CLOSE_MAX)) {
                log.warn("the stages of the warm-up did not end within {} ms", CLOSE_MAX.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            gateway.close();
        }
    }
}
