package dev.hotlane.proof.simulation;

import dev.hotlane.protocol.ViewRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The views of a lane: the view topic, and the steps of the threads that fill and read the views. They draw from a
 * sequence of their own and run beside the other threads, so that a lane with views does as much as one without.
 */
final class SimViews {
    static final String TOPIC = "view";
    static final long TOPIC_HASH = ViewRecord.topicHash(ProcessorStart.IDENTITY.topicId());

    /** Steps of these threads beside one of the others. */
    private static final int STEPS_MAX = 2;

    private static final long OWN_SEQUENCE = 0x7669657773L;

    final Chance chance;
    final SimPacks packs;
    final ViewChecks checks;
    private final World world;
    private final long seed;
    private final List<BooleanSupplier> actors = new ArrayList<>();
    private long step;
    private boolean calm;

    SimViews(World world, long seed) {
        this.world = world;
        this.seed = seed ^ OWN_SEQUENCE;
        chance = new Chance(this.seed);
        packs = new SimPacks(world);
        checks = new ViewChecks(world);
    }

    /** All processors and gateways exist now. */
    void begin() {
        for (SimProcessor place : world.processors) {
            actors.add(() -> place.step(10, () -> place.run().view.collect()));
            actors.add(() -> place.step(11, () -> place.run().view.nap()));
            actors.add(() -> place.step(12, () -> place.run().wires.movePacks()));
        }
        for (SimGateway gateway : world.gateways) {
            actors.add(() -> gateway.loopRuns() && gateway.view().feed());
            actors.add(() -> gateway.loopRuns() && gateway.view().turn());
            actors.add(() -> gateway.loopRuns() && gateway.view().read());
        }
    }

    void happen(Incident incident, long until) {
        switch (incident.what()) {
            case VIEW_PACKS_LOST -> packs.lose(1 + incident.much() % 3);
            case VIEW_READER_LAGS -> world.gateways[incident.whom()].view().readerLags(until);
            default -> world.processors[incident.whom()].happen(incident);
        }
    }

    /** Callers read less often from now on, so that READs do not keep the lane from its other work. */
    void heal() {
        calm = true;
    }

    /** Milliseconds from one read of a gateway's callers to the next. */
    int pauseMillis() {
        return chance.between(4, 24) * (calm ? 4 : 1);
    }

    /** Some of these threads do a step each. */
    void step() {
        chance.begin(seed, ++step);
        for (int i = chance.between(1, STEPS_MAX); i > 0; i--) {
            one();
        }
    }

    private void one() {
        int at = chance.below(actors.size());
        for (int i = actors.size(); i > 0; i--) {
            if (actors.get(at).getAsBoolean()) {
                return;
            }
            at = at + 1 == actors.size() ? 0 : at + 1;
        }
    }

    /** Other threads do some steps while an event loop stands between two keys of a read. */
    void meanwhile() {
        for (int i = chance.below(6); i > 0; i--) {
            world.others();
        }
    }

    /** Whether each view includes all below that offset. */
    boolean include(long end) {
        for (SimGateway gateway : world.gateways) {
            if (gateway.view().table().sequence() < end - 1) {
                return false;
            }
        }
        return true;
    }
}
