package dev.hotlane.proof.simulation;

import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A gateway in the parts that the lane can observe: sends records, waits for replies, gives up calls after their wait.
 */
final class SimGateway implements ReplyRecord.Receiver {
    private static final long MILLI = 1_000_000;

    private final World world;
    private final int index;
    private final SimInbox inbox = new SimInbox();
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final Map<Long, Waiting> pending = new LinkedHashMap<>();
    private SimNetwork wire;
    private long incarnation;
    private long request;
    private int read;
    private LaneHealth pulse;
    private SimView view;
    final SimMachine machine;
    private long deafUntil;
    private long downUntil;
    private long stuckUntil;
    private boolean running;
    private boolean readsInMemory;

    private record Waiting(SimAttempt attempt, long until) {}

    SimGateway(World world, int index) {
        this.world = world;
        this.index = index;
        machine = new SimMachine(world);
        begin();
    }

    private void begin() {
        incarnation = world.chance.next();
        stuckUntil = 0;
        running = !world.form.isNode(index);
        request = 0;
        wire = new SimNetwork(world, world::takesCommands);
        read = world.replies.get(partition()).end();
        pulse = new LaneHealth(Duration.ofMillis(Numbers.BEAT_SILENCE_MILLIS));
        pulse.replies(null);
        view = world.views == null ? null : new SimView(world, this);
    }

    /** What it reads from memory; null in a lane without views. */
    SimView view() {
        return view;
    }

    LaneHealth health() {
        return pulse;
    }

    SimNetwork wire() {
        return wire;
    }

    void happen(Incident incident) {
        long until = world.now() + incident.much() * MILLI;
        switch (incident.what()) {
            case GATEWAY_HEARS_NOTHING -> deafUntil = until;
            case GATEWAY_SENDS_BADLY -> wire.goBadly(until, 20);
            case GATEWAY_CRASHES -> {
                if (host() == null) {
                    crash(until);
                } else {
                    host().gatewayFails(incident.much() % 2 == 0);
                }
            }
            case GATEWAY_FREEZES -> machine.freeze(until);
            case GATEWAY_MACHINE_PAUSES -> machine.pause(until);
            case NODE_LOOP_STUCK -> stuckUntil = incident.much() % 2 == 0 ? until : Long.MAX_VALUE;
            default -> throw new IllegalArgumentException("not of a gateway: " + incident);
        }
    }

    private void crash(long until) {
        downUntil = until;
        lose();
        begin();
    }

    private void lose() {
        world.orphan(wire);
        pending.values().forEach(waiting -> world.clients.unknown(waiting.attempt()));
        pending.clear();
    }

    int index() {
        return index;
    }

    int partition() {
        return world.form.partition(index);
    }

    long incarnation() {
        return incarnation;
    }

    /** The processor in the same process, null for a gateway of its own. */
    private SimProcessor host() {
        return world.form.isNode(index) ? world.processors[index] : null;
    }

    /** The process of the node starts. */
    void startInNode() {
        begin();
        running = true;
    }

    /** Rejects new calls from now on, and finishes those in flight. */
    void drain() {
        pulse.drain();
    }

    /** Whether no call is in flight. */
    boolean isIdle() {
        return pending.isEmpty();
    }

    /** The process of the node ends, or this gateway alone: callers see closed connections. */
    void close() {
        if (running) {
            running = false;
            lose();
            inbox.clear();
            wire = new SimNetwork(world, world::takesCommands);
        }
    }

    private boolean isUp() {
        return running && world.now() >= downUntil;
    }

    private boolean standsStill() {
        return machine.standsStill() || host() != null && host().standsStill();
    }

    boolean loopRuns() {
        return isUp() && !standsStill();
    }

    /** Whether a record of this length may be handed over; a closed gateway takes and drops any. */
    boolean hasRoom(byte[] record) {
        if (world.now() >= stuckUntil) {
            inbox.free();
        }
        return !running || inbox.hasRoom(record);
    }

    /** Takes a record of its own processor. */
    void handOver(byte[] record) {
        if (running) {
            inbox.add(record);
        } else {
            world.tally.count("records dropped by a closed gateway");
        }
    }

    /** The event loops take one record that was handed over. It needs its room until the last of them has it. */
    boolean hearInMemory() {
        if (inbox.isEmpty() || !loopRuns()) {
            return false;
        }
        byte[] record = inbox.take();
        readsInMemory = true;
        unpacker.unpack(record, this);
        readsInMemory = false;
        passToView(record);
        return true;
    }

    /** An event loop that its processor waits for stays stuck: that process must end. */
    void heal() {
        deafUntil = 0;
        downUntil = 0;
        machine.heal();
        if (view != null) {
            view.readerLags(0);
        }
        boolean waitedFor =
                host() != null && host().run() != null && host().run().waits.reply();
        stuckUntil = waitedFor ? stuckUntil : 0;
        wire.goBadly(0, 0);
    }

    /** Whether it accepts calls now. */
    boolean serves() {
        return isUp() && pulse.fault(machine.nanos()) == null;
    }

    /** Sends a try of a call. False for `not_executed`: the record never entered the producer. */
    boolean take(SimAttempt attempt) {
        if (!serves() || !loopRuns()) {
            attempt.refused = true;
            return false;
        }
        // The view's own requests have odd numbers.
        request += 2;
        long number = request;
        String id = attempt.call.id();
        byte[] key = id == null ? null : Encoder.recordKey(id);
        byte[] value = Encoder.record(attempt.call.said, new Routing(incarnation, index, number, partition()));
        pending.put(number, new Waiting(attempt, world.now() + Numbers.GATEWAY_WAIT_MILLIS * MILLI));
        wire.send(() -> world.append(key, value, attempt.call.said, attempt), fault -> {
            if (fault != null) {
                ended(number);
            }
        });
        return true;
    }

    private void ended(long number) {
        Waiting waiting = pending.remove(number);
        if (waiting != null) {
            world.clients.unknown(waiting.attempt());
        }
    }

    boolean deliver() {
        return !standsStill() && wire.deliver();
    }

    boolean acknowledge() {
        return loopRuns() && wire.acknowledge();
    }

    /** Gives up the oldest call if its wait is over. */
    boolean giveUp() {
        Iterator<Waiting> oldest = pending.values().iterator();
        if (!oldest.hasNext() || !loopRuns()) {
            return false;
        }
        Waiting waiting = oldest.next();
        if (waiting.until() > world.now()) {
            return false;
        }
        oldest.remove();
        world.clients.unknown(waiting.attempt());
        return true;
    }

    /** Reads one record of its partition of the reply topic. */
    boolean hear() {
        SimTopic<byte[]> partition = world.replies.get(partition());
        if (world.now() < deafUntil || !loopRuns() || read >= partition.end()) {
            return false;
        }
        byte[] record = partition.get(read++);
        boolean whole = unpacker.unpack(record, this);
        Violation.require(whole, "I10", () -> "a reply record is damaged");
        passToView(record);
        return true;
    }

    private void passToView(byte[] record) {
        if (view != null) {
            view.deliver(record);
        }
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        if (reply.gatewayHi() != incarnation || reply.gatewayLo() != index) {
            return;
        }
        Waiting waiting = pending.remove(reply.request());
        if (waiting != null && waiting.attempt().lost) {
            world.clients.unknown(waiting.attempt());
        } else if (waiting != null) {
            ModelAnswer answer = Decoder.answer(reply);
            world.invariants.answered(waiting.attempt(), answer);
            world.clients.answered(waiting.attempt(), answer);
        }
    }

    @Override
    public void onBeat(Beat beat) {
        Violation.require(!readsInMemory, "I25", () -> "a BEAT was handed over in memory");
        if (view == null) {
            pulse.heard(beat, machine.nanos());
        }
    }
}
