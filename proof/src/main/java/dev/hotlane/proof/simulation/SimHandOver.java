package dev.hotlane.proof.simulation;

import dev.hotlane.processor.reply.OwnGateway;
import java.time.Duration;

/** The way of replies in memory from a processor to the gateway of its node, as the product's `LocalReplies`. */
final class SimHandOver implements OwnGateway {
    /** The numbers of a simulated lane are about a tenth of the product's; so is the wait for room. */
    private static final int SCALE = 10;

    private final ProcessorRun run;
    private final SimGateway gateway;

    SimHandOver(ProcessorRun run, SimGateway gateway) {
        this.run = run;
        this.gateway = gateway;
    }

    @Override
    public int partition() {
        return gateway.partition();
    }

    @Override
    public long incarnationHi() {
        return gateway.incarnation();
    }

    @Override
    public long incarnationLo() {
        return gateway.index();
    }

    @Override
    public boolean handOver(byte[] record, Duration atMost) {
        World world = run.place.world;
        if (!gateway.hasRoom(record)) {
            world.tally.count("waits of a reply stage for room");
            run.waits.replyWaits(() -> gateway.hasRoom(record), atMost.toNanos() / SCALE);
        }
        if (!gateway.hasRoom(record)) {
            world.invariants.refused(run, record);
            return false;
        }
        world.invariants.handedOver(run, gateway, record);
        gateway.handOver(record);
        return true;
    }
}
