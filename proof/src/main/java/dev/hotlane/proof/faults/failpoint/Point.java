package dev.hotlane.proof.faults.failpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Every named point: the entry or the exit of one method of one class. */
public enum Point {
    LOG_POLLED(Phase.SERVING, "processor.log.LogReader", "publish", 1, Edge.ENTER),
    LOG_PUBLISHED(Phase.SERVING, "processor.log.LogReader", "publish", 3, Edge.EXIT),
    STATE_BEFORE(Phase.SERVING, "processor.ring.StateStage", "onEvent", 3, Edge.ENTER),
    STATE_TRANSACT(Phase.SERVING, "processor.state.Commands", "transact", 1, Edge.COMMAND),
    STATE_MIDWAY(Phase.SERVING, "processor.state.Transaction", "write", 2, Edge.EXIT),
    STATE_REMEMBER(Phase.SERVING, "processor.state.Window", "append", 5, Edge.ENTER),
    STATE_AFTER(Phase.SERVING, "processor.ring.StateStage", "onEvent", 3, Edge.EXIT),
    TICK_SENDING(Phase.SERVING, "processor.log.LogWriter", "append", 1, Edge.ENTER),
    TICK_SENT(Phase.SERVING, "processor.log.LogWriter", "append", 1, Edge.EXIT),
    REPLY_SENDING(Phase.SERVING, "processor.reply.ReplySender", "send", 3, Edge.ENTER),
    REPLY_SENT(Phase.SERVING, "processor.reply.ReplySender", "send", 3, Edge.EXIT),
    REPLY_ACKED(Phase.SERVING, "processor.reply.AckMark", "settle", 1, Edge.ENTER),
    REPLY_MARKED(Phase.SERVING, "processor.reply.AckMark", "settle", 1, Edge.EXIT),
    BATCH_FROZEN(Phase.SERVING, "flusher.mysql.WriterLoop", "exchange", 1, Edge.ENTER),
    BATCH_IN_HAND(Phase.SERVING, "flusher.mysql.WriterLoop", "exchange", 1, Edge.EXIT),
    FLUSH_BEFORE_CAS(Phase.SERVING, "flusher.mysql.MetaRow", "compareAndSet", 5, Edge.ENTER),
    FLUSH_AFTER_CAS(Phase.SERVING, "flusher.mysql.MetaRow", "compareAndSet", 5, Edge.EXIT),
    FLUSH_COUNTERS(Phase.SERVING, "flusher.mysql.CounterRows", "write", 3, Edge.EXIT),
    FLUSH_HOLDS(Phase.SERVING, "flusher.mysql.HoldRows", "write", 4, Edge.EXIT),
    FLUSH_WRITTEN(Phase.SERVING, "flusher.mysql.FlushTransaction", "write", 5, Edge.EXIT),
    COMMIT_BEFORE(Phase.SERVING, "flusher.mysql.Session", "commit", 0, Edge.ENTER),
    COMMIT_AFTER(Phase.SERVING, "flusher.mysql.Session", "commit", 0, Edge.EXIT),
    LOAD_BEGIN(Phase.STARTING, "processor.checkpoint.CheckpointLoad", "from", 2, Edge.ENTER),
    LOAD_ROWS(Phase.STARTING, "processor.checkpoint.StateLoad", "counter", 5, Edge.EXIT),
    LOAD_DONE(Phase.STARTING, "processor.recover.Recovery", "run", 1, Edge.EXIT),
    REPLAY_BEGIN(Phase.STARTING, "processor.log.LogReader", "run", 0, Edge.ENTER),
    REPLAY_MIDWAY(Phase.STARTING, "processor.state.State", "apply", 5, Edge.EXIT),
    LEAD_STANDING(Phase.STANDING, "processor.lead.Contender", "stand", 1, Edge.ENTER),
    LEAD_SENT(Phase.STANDING, "processor.lead.Contender", "stand", 1, Edge.EXIT),
    LEAD_APPLIED(Phase.STANDING, "processor.lead.Contender", "ledBySomebody", 3, Edge.EXIT),
    LEAD_ANSWERING(Phase.STANDING, "processor.reply.ReplyStage", "leadChanges", 2, Edge.EXIT),
    FENCE_BEFORE(Phase.STANDING, "flusher.mysql.FlushTransaction", "fence", 2, Edge.ENTER),
    FENCE_AFTER(Phase.STANDING, "flusher.mysql.FlushTransaction", "fence", 2, Edge.EXIT),
    RESIGN_SENT(Phase.STOPPING, "processor.lead.OwnRecords", "resign", 1, Edge.EXIT),
    FLUSH_LAST(Phase.STOPPING, "processor.LaneStop", "flushLast", 0, Edge.ENTER),
    HAND_OVER_BEFORE(Phase.NODE, "processor.reply.ReplySender", "handOver", 2, Edge.ENTER),
    HAND_OVER_AFTER(Phase.NODE, "processor.reply.ReplySender", "handOver", 2, Edge.EXIT),
    GATEWAY_SENDING(Phase.GATEWAY, "gateway.lane.CommandProducer", "send", 3, Edge.ENTER),
    GATEWAY_SENT(Phase.GATEWAY, "gateway.lane.CommandProducer", "send", 3, Edge.EXIT),
    GATEWAY_ACKED(Phase.GATEWAY, "gateway.lane.CommandProducer$Delivery", "onCompletion", 2, Edge.ENTER),
    GATEWAY_REPLY(Phase.GATEWAY, "gateway.lane.ReplyConsumer", "receive", 0, Edge.EXIT),
    FEED_FENCING(Phase.FEED, "infra.feed.TransactionOutput", "fence", 0, Edge.ENTER),
    FEED_SENDING(Phase.FEED, "infra.feed.TransactionOutput", "send", 4, Edge.ENTER),
    FEED_COMMITTING(Phase.FEED, "infra.feed.TransactionOutput", "commit", 0, Edge.ENTER),
    FEED_COMMITTED(Phase.FEED, "infra.feed.TransactionOutput", "commit", 0, Edge.EXIT);

    /** When in the life of a process it passes the point. */
    public enum Phase {
        SERVING,
        STARTING,
        STANDING,
        STOPPING,
        GATEWAY,
        /** While the processor of a node leads. */
        NODE,
        /** In a process of the change feed. */
        FEED
    }

    enum Edge {
        ENTER,
        EXIT,
        /** The entry of a method whose first argument has the command's id in a field {@code id}. */
        COMMAND
    }

    private final Phase phase;
    private final String type;
    private final String method;
    private final int parameters;
    private final Edge edge;

    Point(Phase phase, String type, String method, int parameters, Edge edge) {
        this.phase = phase;
        this.type = "dev.hotlane." + type;
        this.method = method;
        this.parameters = parameters;
        this.edge = edge;
    }

    /** All points of that phase. */
    public static List<Point> of(Phase phase) {
        return Arrays.stream(values()).filter(point -> point.phase == phase).toList();
    }

    /** Phase in which a process passes it. */
    public Phase phase() {
        return phase;
    }

    /** Such as `flush-before-cas`. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String type() {
        return type;
    }

    String method() {
        return method;
    }

    int parameters() {
        return parameters;
    }

    Edge edge() {
        return edge;
    }
}
