package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;

/** The ways of one run of a processor to the command topic and to the reply topic. */
final class ProcessorWires {
    private final ProcessorRun run;
    private final World world;
    private final SimNetwork logWire;
    private final SimNetwork replyWire;
    private final SimNetwork viewWire;

    ProcessorWires(ProcessorRun run) {
        this.run = run;
        world = run.place.world;
        logWire = new SimNetwork(world, () -> !world.weather.brokerAway());
        replyWire = new SimNetwork(world, () -> !world.weather.brokerAway());
        viewWire = new SimNetwork(world, () -> !world.weather.brokerAway());
    }

    void sendRecord(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done) {
        LogEntry said = Decoder.leadership(record.value());
        logWire.send(
                () -> world.append(null, record.value(), WholeReplay.compared(run, said, record.value()), null), done);
    }

    void sendReply(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done) {
        int partition = record.partition();
        world.invariants.emitted(run, record.value());
        replyWire.send(
                () -> {
                    world.replies.get(partition).append(record.value());
                    world.invariants.replyAppended(record.value());
                },
                done);
    }

    /** A pack of the view leaves, or the producer rejects it at once. */
    void sendPack(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done) {
        if (run.place.viewFaults.takesNothing()) {
            world.tally.count("packs not taken");
            done.accept(new TimeoutException("no room"));
        } else {
            viewWire.send(() -> world.views.packs.append(record.value()), done);
        }
    }

    /** A record for the view topic arrives, or an acknowledgement of one. */
    boolean movePacks() {
        return viewWire.deliver() || viewWire.acknowledge();
    }

    /** Sends fail at the times that the plan drew. */
    void goBadly() {
        logWire.goBadly(run.place.sendsBadlyUntil(), 20);
        replyWire.goBadly(run.place.repliesBadlyUntil(), 3);
        viewWire.goBadly(run.place.viewFaults.sendsBadlyUntil(), 20);
    }

    /** The process has ended; what it sent may still arrive. */
    void orphan() {
        world.orphan(logWire);
        world.orphan(replyWire);
        if (viewWire.underWay() > 0) {
            world.orphan(viewWire);
        }
    }

    /** One record arrives. */
    boolean deliver() {
        return logWire.deliver() || replyWire.deliver();
    }

    /** One acknowledgement arrives. */
    boolean acknowledge() {
        return logWire.acknowledge() || replyWire.acknowledge();
    }
}
