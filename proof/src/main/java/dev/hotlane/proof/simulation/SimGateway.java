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
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final Map<Long, Waiting> pending = new LinkedHashMap<>();
    private SimNetwork wire;
    private long incarnation;
    private long request;
    private int read;
    private LaneHealth pulse;
    private long deafUntil;
    private long downUntil;

    private record Waiting(SimAttempt attempt, long until) {}

    SimGateway(World world, int index) {
        this.world = world;
        this.index = index;
        begin();
    }

    private void begin() {
        incarnation = world.chance.next();
        request = 0;
        wire = new SimNetwork(world, () -> !world.weather.brokerAway());
        read = world.replies.get(index).end();
        pulse = new LaneHealth(Duration.ofMillis(Numbers.BEAT_SILENCE_MILLIS));
        pulse.replies(null);
    }

    void happen(Incident incident) {
        long until = world.now() + incident.much() * MILLI;
        switch (incident.what()) {
            case GATEWAY_HEARS_NOTHING -> deafUntil = until;
            case GATEWAY_SENDS_BADLY -> wire.goBadly(until, 20);
            case GATEWAY_CRASHES -> crash(until);
            default -> throw new IllegalArgumentException("not of a gateway: " + incident);
        }
    }

    private void crash(long until) {
        downUntil = until;
        world.orphan(wire);
        pending.values().forEach(waiting -> world.clients.unknown(waiting.attempt()));
        pending.clear();
        begin();
    }

    void heal() {
        deafUntil = 0;
        downUntil = 0;
        wire.goBadly(0, 0);
    }

    /** Whether it accepts calls now. */
    boolean serves() {
        return world.now() >= downUntil && pulse.fault(world.now()) == null;
    }

    /** Sends a try of a call. False for `not_executed`: the record never entered the producer. */
    boolean take(SimAttempt attempt) {
        if (!serves()) {
            attempt.refused = true;
            return false;
        }
        long number = ++request;
        String id = attempt.call.id();
        byte[] key = id == null ? null : Encoder.bytes(id);
        byte[] value = Encoder.record(attempt.call.said, new Routing(incarnation, index, number, index));
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
        return wire.deliver();
    }

    boolean acknowledge() {
        return wire.acknowledge();
    }

    /** Gives up the oldest call if its wait is over. */
    boolean giveUp() {
        Iterator<Waiting> oldest = pending.values().iterator();
        if (!oldest.hasNext()) {
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
        SimTopic<byte[]> partition = world.replies.get(index);
        if (world.now() < deafUntil || world.now() < downUntil || read >= partition.end()) {
            return false;
        }
        boolean whole = unpacker.unpack(partition.get(read++), this);
        Violation.require(whole, "I10", () -> "a reply record is damaged");
        return true;
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        if (reply.gatewayHi() != incarnation || reply.gatewayLo() != index) {
            return;
        }
        Waiting waiting = pending.remove(reply.request());
        if (waiting != null) {
            ModelAnswer answer = Decoder.answer(reply);
            world.invariants.answered(waiting.attempt(), answer);
            world.clients.answered(waiting.attempt(), answer);
        }
    }

    @Override
    public void onBeat(Beat beat) {
        pulse.heard(beat, world.now());
    }
}
