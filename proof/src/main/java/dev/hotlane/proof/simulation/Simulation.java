package dev.hotlane.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs one plan to its end, or to the first invariant that breaks. */
public final class Simulation {
    private static final long MILLI = 1_000_000;

    /** Virtual time of one event at most. */
    private static final long EVENT_NANOS = 1_300_000;

    /** Nothing to do: time goes on by so much. */
    private static final long IDLE_NANOS = 7 * MILLI;

    /** Left in peace, a lane must have done all its work after that number of events. */
    private static final int PEACE_MAX = 8_000;

    private final Plan plan;
    private final World world;
    private final SimTally tally;
    private final List<BooleanSupplier> actors = new ArrayList<>();
    private int nextOrder;
    private int nextIncident;
    private int step;
    private boolean left;
    private int last;
    private long end = Long.MAX_VALUE;
    private boolean reAnchored;

    /** The log behind the one that was lost; null before. */
    private SecondLog second;

    private Simulation(Plan plan, SimTally tally) {
        this.plan = plan;
        this.tally = tally;
        world = new World(plan, tally, this::await, this::advance);
        for (SimProcessor place : world.processors) {
            actorsOf(place);
        }
        for (SimGateway gateway : world.gateways) {
            actors.add(gateway::deliver);
            actors.add(gateway::acknowledge);
            actors.add(gateway::hear);
            actors.add(gateway::giveUp);
        }
        actors.add(world::showMore);
        actors.add(world::deliverOrphans);
        actors.add(world.weather::change);
        actors.add(world.clients::tryOne);
        actors.add(world.operator::act);
    }

    private void actorsOf(SimProcessor place) {
        actors.add(place::start);
        actors.add(() -> place.step(0, () -> place.run().read()));
        actors.add(() -> place.step(1, () -> place.run().apply()));
        actors.add(() -> place.step(2, () -> place.run().reply()));
        actors.add(() -> place.step(3, () -> place.run().flush()));
        actors.add(() -> place.step(4, () -> place.run().write()));
        actors.add(() -> place.step(5, () -> place.run().send()));
        actors.add(() -> place.step(6, () -> place.run().acknowledge()));
        actors.add(() -> place.step(7, () -> place.run().quiet()));
        actors.add(() -> place.step(8, () -> place.run().finish()));
        actors.add(() -> place.step(9, () -> place.run().retention.look()));
        if (place.gateway() != null) {
            actors.add(place::drained);
            actors.add(place.gateway()::hearInMemory);
        }
    }

    /**
     * Runs the plan and adds what happened to the tally.
     *
     * @throws Violation if an invariant breaks
     */
    public static void run(Plan plan, SimTally tally) {
        Simulation simulation = new Simulation(plan, tally);
        try {
            simulation.turmoil();
            simulation.peace();
            simulation.goOn();
        } finally {
            tally.count("events", simulation.step);
            tally.count("seeds");
            tally.count("take-overs", Math.max(0, simulation.world.truth.epoch() - 1));
        }
    }

    /** What a script has behind the lane's rest. */
    private void goOn() {
        if (reAnchored) {
            second = new SecondLog(world);
            world.chance.begin(plan.seed(), ++step);
            second.begin();
            second.run(this::advance);
        }
    }

    private void turmoil() {
        while (step < plan.steps()) {
            advance();
        }
    }

    /** One event; also while a thread of a process waits. */
    private void advance() {
        if (second != null) {
            world.chance.begin(plan.seed(), ++step);
            second.event();
            return;
        }
        if (step >= plan.steps()) {
            advanceInPeace();
            return;
        }
        world.chance.begin(plan.seed(), step);
        while (nextOrder < plan.orders().size() && plan.orders().get(nextOrder).step() <= step) {
            world.clients.want(plan.orders().get(nextOrder++));
        }
        while (nextIncident < plan.incidents().size()
                && plan.incidents().get(nextIncident).step() <= step) {
            happen(plan.incidents().get(nextIncident++));
        }
        event();
    }

    /** A suspended process stays in its wait. */
    private void await(ProcessorRun run, BooleanSupplier until, long nanos) {
        long deadline = world.now() + nanos;
        while (run.lives() && (run.place.standsStill() || !until.getAsBoolean() && world.now() < deadline)) {
            advance();
        }
        if (!run.lives()) {
            throw new EndedProcess();
        }
    }

    private void happen(Incident incident) {
        tally.happened(incident.what());
        String kind = incident.what().name();
        if (incident.what().isForged() || incident.what().isValidForgery()) {
            world.intruder.happen(incident);
        } else if (incident.what().isVoiding()) {
            world.voidingSkips.happen(incident);
        } else if (kind.startsWith("GATEWAY")) {
            int others = world.form.hasNodes() ? incident.much() : 0;
            world.gateways[(incident.whom() + others) % world.gateways.length].happen(incident);
        } else if (incident.what() == Incident.Kind.NODE_LOOP_STUCK) {
            world.gateways[world.form.isNode(incident.whom()) ? incident.whom() : 0].happen(incident);
        } else if (incident.what() == Incident.Kind.NODE_POISON) {
            world.poisonNext();
        } else if (incident.what() == Incident.Kind.LOG_LOSES_TAIL) {
            world.lostTail.happen(incident.much());
        } else if (incident.what() == Incident.Kind.LOG_RE_ANCHORED) {
            reAnchored = true;
        } else if (incident.what().isOfFeeds()) {
            world.feeds.happen(incident);
        } else if (kind.startsWith("VIEW")) {
            world.views.happen(incident, world.now() + incident.much() * MILLI);
        } else if (kind.startsWith("OPERATOR") || kind.equals("SNAPSHOT_TAKEN")) {
            world.operator.happen(incident);
        } else if (kind.startsWith("BROKER")
                || kind.startsWith("MYSQL")
                || kind.equals("COMMIT_UNKNOWN")
                || kind.equals("PROCESSOR_CRASHES_IN_TRANSACTION")
                || kind.equals("GARBAGE")
                || kind.equals("NEWER_RULES")) {
            world.weather.happen(incident);
        } else {
            world.processors[incident.whom()].happen(incident);
        }
    }

    /** Somebody who has something to do does one step of it; beside it come some steps of views and feeds. */
    private void event() {
        oneOfTheLane();
        if (world.views != null) {
            world.views.step();
        }
        if (world.feeds != null) {
            world.feeds.step();
        }
    }

    private void oneOfTheLane() {
        step++;
        world.pass(world.chance.below(EVENT_NANOS));
        world.weather.backUp();
        world.voidingSkips.look();
        int at = world.chance.below(actors.size());
        for (int i = actors.size(); i > 0; i--) {
            if (actors.get(at).getAsBoolean()) {
                return;
            }
            at = at + 1 == actors.size() ? 0 : at + 1;
        }
        world.pass(IDLE_NANOS);
    }

    private void peace() {
        leaveInPeace();
        boolean stopped = world.truth.hasNewerRules();
        while (!stopped && !doneUpTo(end)) {
            advanceInPeace();
        }
        world.mysql.start();
        world.invariants.atTheEnd();
    }

    private void leaveInPeace() {
        if (left) {
            return;
        }
        left = true;
        last = step + PEACE_MAX;
        world.weather.heal();
        world.operator.heal();
        world.voidingSkips.heal();
        for (SimProcessor place : world.processors) {
            place.heal();
        }
        for (SimGateway gateway : world.gateways) {
            gateway.heal();
        }
        if (world.views != null) {
            world.views.heal();
        }
        if (world.feeds != null) {
            world.feeds.heal();
        }
    }

    private void advanceInPeace() {
        leaveInPeace();
        if (step >= last) {
            throw new Violation("L1", "the lane did not come to rest within " + PEACE_MAX + " events", null);
        }
        world.chance.begin(plan.seed(), step);
        event();
        if (end == Long.MAX_VALUE && world.clients.settled()) {
            end = world.log.end();
        }
    }

    private boolean doneUpTo(long end) {
        for (SimProcessor place : world.processors) {
            if (place.run() == null || place.run().applied() < end) {
                return false;
            }
        }
        for (SimGateway gateway : world.gateways) {
            if (!gateway.serves()) {
                return false;
            }
        }
        return world.invariants.flushed() >= end
                && (world.views == null || world.views.include(end))
                && (world.feeds == null || world.feeds.done(end));
    }
}
