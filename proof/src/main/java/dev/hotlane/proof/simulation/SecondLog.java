package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Tick;
import java.util.ArrayList;
import java.util.List;

/**
 * A lane loses its log after all work is done: MySQL, set back to a snapshot now and then, is anchored to a new topic as
 * `re-anchor` does. The processes of the first log have ended. One leader, which never fails, goes on in the new one, and the
 * change feeds follow it.
 */
final class SecondLog {
    private static final long MILLI = 1_000_000;
    private static final long EVENT_NANOS = 1_300_000;
    private static final Identity IDENTITY = new Identity("cluster", "second topic");
    private static final LogEntry.Leader LEADER = new LogEntry.Leader(0x5ec0, 0x2d);

    /** The first epoch is that far above all before. */
    private static final long EPOCH_STEP = 1_000;

    private static final int COMMANDS = 60;
    private static final int EVENTS = 900;
    private static final int PEACE_MAX = 6_000;
    private static final Incident.Kind[] OF_FEEDS = {
        Incident.Kind.FEED_KILLED,
        Incident.Kind.FEED_FREEZES,
        Incident.Kind.FEED_COMMITS_BADLY,
        Incident.Kind.FEED_RECEIVES_NOTHING,
        Incident.Kind.FEED_LOSES_FILES
    };
    private static final ClientOrder.Kind[] ORDERS = ClientOrder.Kind.values();

    private final World world;
    private final Effects effects = new Effects();
    private final List<SimCall> calls = new ArrayList<>();
    private final OrderMeanings meanings;
    private State state;
    private long base;
    private long epoch;
    private long tickAt;
    private long mysqlBackAt;
    private int left = COMMANDS;
    private boolean peace;

    SecondLog(World world) {
        this.world = world;
        meanings = new OrderMeanings(world, calls);
    }

    /** The log is lost, and MySQL is anchored to the new one. */
    void begin() {
        for (SimProcessor place : world.processors) {
            place.killed();
        }
        if (world.operator.snapshots.hasSnapshot() && world.chance.percent(60)) {
            world.operator.snapshots.restore();
        }
        Checkpoint checkpoint = new Checkpoint(ProcessorStart.settings(world, World.OBSERVER, world::now));
        StateLoad load = new StateLoad();
        checkpoint.load(load);
        String fault = load.prove();
        Violation.require(fault == null, "I3", () -> "the checkpoint to anchor is not whole: " + fault);
        CheckpointMeta from = new CheckpointMeta(load.identity(), load.fenceEpoch(), load.cut());
        LaneModel model = world.truth.asOf(from.cut().nextOffset);
        base = (long) world.log.end() + world.chance.below(3);
        epoch = Math.max(from.cut().epoch, from.fenceEpoch()) + EPOCH_STEP;
        world.tally.count("records lost with their log", world.log.end() - from.cut().nextOffset);
        model.anchor(base);
        state = load.state();
        state.anchor(base, epoch);
        Meta cut = new Meta().set(from.cut());
        state.describe(cut);
        cut.lastLeaderEpoch = -1;
        cut.lastTimestamp = 0;
        cut.lastCrc = 0;
        world.begin(new SimTopic<>(), new Truth(model));
        checkpoint.anchor(from, new CheckpointMeta(IDENTITY, epoch, cut), "operator", "the log is lost");
        world.feeds.reAnchored(IDENTITY, base);
        append(null, Encoder.lead(epoch + 1, LEADER, -1, false), new LogEntry.Lead(epoch + 1, LEADER, -1));
        epoch++;
    }

    /** Runs until all that was appended is published. */
    void run(Runnable event) {
        for (int i = 0; i < EVENTS; i++) {
            event.run();
        }
        peace = true;
        world.mysql.start();
        world.feeds.heal();
        long end = base + world.log.end();
        for (int i = 0; !world.feeds.done(end); i++) {
            if (i == PEACE_MAX) {
                throw new Violation("L1", "the feeds did not come to rest on the second log", null);
            }
            event.run();
        }
        world.tally.count("lanes re-anchored");
    }

    /** Time passes; the leader and the feeds go on. */
    void event() {
        world.pass(world.chance.below(EVENT_NANOS));
        if (!peace && world.chance.below(60) == 0) {
            Incident.Kind kind = OF_FEEDS[world.chance.below(OF_FEEDS.length)];
            world.feeds.happen(new Incident(0, kind, world.chance.below(2), world.chance.between(1, 200)));
        }
        if (!peace && world.chance.below(150) == 0) {
            world.mysql.stop();
            world.feeds.checks.beginAway();
            mysqlBackAt = world.now() + world.chance.between(10, 150) * MILLI;
        }
        if (world.now() >= mysqlBackAt) {
            world.mysql.start();
        }
        if (world.now() >= tickAt) {
            tick();
        } else if (left > 0 && world.chance.percent(20)) {
            left--;
            command();
        }
        world.feeds.step();
    }

    private void command() {
        ClientOrder.Kind kind = ORDERS[world.chance.below(ORDERS.length)];
        LogEntry said = meanings.of(new ClientOrder(0, kind, world.chance.next() >>> 1));
        if (said == null) {
            return;
        }
        calls.add(new SimCall(said, 0));
        byte[] key = said instanceof LogEntry.Command command ? Encoder.recordKey(command.id()) : null;
        append(key, Encoder.record(said, new Routing(1, 2, world.log.end(), 0)), said);
    }

    private void tick() {
        tickAt = world.now() + world.chance.between(5, 30) * MILLI;
        Meta meta = new Meta();
        state.describe(meta);
        long next = world.log.end();
        long now = world.wallMillis();
        append(
                null,
                Encoder.tick(
                        new Tick(epoch, LEADER.hi(), LEADER.lo(), now, meta.lastTick, meta.lastTickDigest, next, 0, 0)),
                new LogEntry.Tick(epoch, LEADER, now, next, next, meta.lastTick, false));
    }

    private void append(byte[] key, byte[] value, LogEntry said) {
        Entry entry = new Entry(key, value, world.wallMillis(), said, null);
        int offset = world.log.append(entry);
        world.truth.append(entry);
        state.apply(offset, entry.stamp(), key, value, effects);
        world.log.showUpTo(world.log.end());
    }
}
