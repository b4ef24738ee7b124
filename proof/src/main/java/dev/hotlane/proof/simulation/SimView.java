package dev.hotlane.proof.simulation;

import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.LocalReads;
import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.lane.BodyRoom;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.lane.LaneLink;
import dev.hotlane.gateway.lane.Pending;
import dev.hotlane.gateway.lane.ReadProofs;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.listing.CheckpointView;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.gateway.view.TopicFeed;
import dev.hotlane.gateway.view.ViewTable;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The view of one start of a gateway: the product's table, feed, proofs, exchanges and local reads. Each method with a
 * boolean result is one step of a thread and returns whether it did anything.
 */
final class SimView {
    /** The lane's numbers are about a tenth of the product's; a feed waits a second before it loads again. */
    private static final int FASTER = 20;

    private static final Duration STALE_MAX = Duration.ofMillis(400);
    private static final int WAITING_MAX = 4;
    private static final int KEYS_MAX = 10;
    private static final int IN_FLIGHT_MAX = 32;

    private final World world;
    private final SimGateway gateway;
    private final ViewTable table = new ViewTable();
    private final ReadProofs proofs;
    private final SimLoop loop;
    private final Exchanges exchanges;
    private final LocalReads reads;
    private final SimViewReads callers;
    private final MemoryFeed memory;
    private final TopicFeed topic;
    private long lagsUntil;
    private long feedAt;

    SimView(World world, SimGateway gateway) {
        this.world = world;
        this.gateway = gateway;
        proofs = new ReadProofs(table::sequence, world::wallMillis, nanos());
        loop = new SimLoop(this::nanos);
        CommandProducer producer = CommandProducer.into(
                SimProducer.of(this::send, (until, nanos) -> {}),
                LaneSettings.of("sim:0", gateway.partition()),
                gateway.health());
        LaneLink link = new LaneLink(
                gateway.incarnation(),
                gateway.index(),
                gateway.partition(),
                producer,
                gateway.health(),
                new SimMeters(world.tally),
                proofs);
        exchanges = new Exchanges(
                link,
                new Pending<>(IN_FLIGHT_MAX, 1, 2),
                new BodyRoom(1 << 20),
                Duration.ofMillis(Numbers.GATEWAY_WAIT_MILLIS),
                loop,
                this::nanos);
        reads = new LocalReads(
                new LocalView(table, proofs, STALE_MAX, new SimMeters(world.tally)),
                exchanges,
                gateway.health(),
                WAITING_MAX,
                loop,
                this::nanos);
        callers = new SimViewReads(world, gateway, this, new CutReader(exchanges, reads, () -> KEYS_MAX));
        table.follow(world.views.checks.follower(table));
        boolean inNode = world.form.isNode(gateway.index());
        memory = inNode ? new MemoryFeed(table, this::rewritten) : null;
        topic = inNode ? null : topicFeed();
    }

    private TopicFeed topicFeed() {
        CheckpointView checkpoint = new CheckpointView(() -> world.mysql.connect(World.FIRST_READER + gateway.index()));
        return new TopicFeed(
                table,
                checkpoint,
                world.views.packs.consumer(),
                SimViews.TOPIC,
                this::rewritten,
                () -> nanos() * FASTER);
    }

    private void rewritten() {
        world.tally.count("views of a rewritten log");
        proofs.clear();
    }

    private long nanos() {
        return gateway.machine.nanos();
    }

    ViewTable table() {
        return table;
    }

    ReadProofs proofs() {
        return proofs;
    }

    /** What the processor of a node fills; null in a gateway that runs alone. */
    MemoryFeed memory() {
        return memory;
    }

    /** The thread view-table stands still until then. */
    void readerLags(long until) {
        lagsUntil = until;
    }

    /** Thread view-table. */
    boolean feed() {
        if (world.now() < lagsUntil) {
            return false;
        }
        if (memory != null) {
            return memory.step();
        }
        if (world.now() < feedAt) {
            return false;
        }
        feedAt = world.now() + Math.max(1_000_000, topic.step() / FASTER);
        return true;
    }

    /** The event loop: what waits for it, and the duties that come with time. */
    boolean turn() {
        if (callers.busy()) {
            return false;
        }
        exchanges.sweep();
        reads.prove();
        return loop.turn();
    }

    /** A caller reads from memory, if one is due. */
    boolean read() {
        return callers.read();
    }

    /** An event loop reads while the thread view-table applies a pack. */
    void readNow() {
        callers.readNow();
    }

    /** Takes a record of the reply topic, or of the processor in the same process. */
    void deliver(byte[] record) {
        exchanges.deliver(new ReplyConsumer.Batch(List.of(record), nanos(), true));
    }

    private void send(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done) {
        byte[] value = record.value();
        SimAttempt attempt = new SimAttempt(new SimCall(Decoder.read(value), world.now()), gateway.index(), -1);
        world.tally.count("READs for views");
        gateway.wire().send(() -> world.append(null, value, attempt.call.said, attempt), done);
    }
}
