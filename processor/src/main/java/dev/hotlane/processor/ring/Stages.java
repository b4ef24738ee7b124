package dev.hotlane.processor.ring;

import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flush.FlushStage;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.reply.MySqlBacklog;
import dev.hotlane.processor.reply.ReplyStage;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.view.ViewStage;
import dev.hotlane.protocol.Meta;
import java.time.Duration;

/**
 * Constructs the stages of a lane, the same for product, simulation and benchmark. The order in which they run is not
 * here: a {@link Pipeline} runs them on a thread each, and a simulation calls them itself. The numbers are those of
 * Pipeline. Constructed on the starting thread, before any stage runs.
 */
public final class Stages {
    /** Assumed limit of the difference between the broker's clock and ours; added to a caller's longest wait. */
    private static final Duration CLOCKS_APART_MAX = Duration.ofMinutes(1);

    /** Leadership; runs on the thread state. */
    public final Contender contender;

    /** 2. state: decides. */
    public final StateStage state;

    /** 3a. reply: answers. */
    public final ReplyStage reply;

    /** Collects the flush stage's changes; used by the thread flush. */
    public final HBatching batching;

    /** 3b. flush: collects what MySQL is to get. */
    public final FlushStage flush;

    /** 3c. view: collects what gateways read from memory; null if there is no view. */
    public final ViewStage view;

    /**
     * @param loaded the state at the cut
     * @param cut the checkpoint that the lane begins at; the positions begin there too
     */
    public Stages(State loaded, Meta cut, StagePorts ports, StageSettings settings) {
        Positions positions = ports.positions();
        Clocks clocks = ports.clocks();
        contender = new Contender(
                settings.self(), settings.lead(), clocks, settings.replay(), positions, loaded::describe, ports.log());

        StagePorts.Replies replies = ports.replies();
        if (ports.log().inMemory() != replies.sender().inMemory()) {
            throw new IllegalArgumentException("LEAD must say whether replies are handed over in memory");
        }
        long patience = settings.replyWaitMax().plus(CLOCKS_APART_MAX).toMillis();
        state = new StateStage(
                loaded,
                settings.self(),
                contender,
                positions,
                ports.slots(),
                () -> clocks.wallMillis().getAsLong() - patience);

        batching = new HBatching(
                ports.mysql().writer(),
                settings.flush().limits(),
                settings.flush().surroundings().nanos());
        reply = new ReplyStage(
                replies.sender(),
                replies.mark(),
                replies.partitions(),
                clocks.wallMillis(),
                new MySqlBacklog(positions.flushed(), batching::dirtyBytes),
                settings.replyWaitMax(),
                replies.garbage());

        flush = new FlushStage(
                batching,
                ports.mysql().fence(),
                contender::resignedAt,
                cut.sequenceBase,
                settings.replay().end(),
                ports.slots());

        view = ports.views().any()
                ? new ViewStage(ports.views(), cut, settings.replay().end(), positions.viewed(), clocks.nanos())
                : null;
    }
}
