package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.Answer;
import dev.hotlane.proof.simulation.model.Said;
import java.util.ArrayList;
import java.util.List;

/** The clients: they retry what they have not heard of, through either gateway, and some come back much later. */
final class SimClients {
    private static final long MILLI = 1_000_000;

    private final World world;
    private final List<Call> calls = new ArrayList<>();
    private final Wishes wishes;
    private long heardOf = -1;

    SimClients(World world) {
        this.world = world;
        wishes = new Wishes(world, calls);
    }

    /** A client begins to want something. */
    void want(Order order) {
        Said said = wishes.of(order);
        if (said != null) {
            calls.add(new Call(said, world.now()));
        }
    }

    /** One try of one call that is due. */
    boolean tryOne() {
        for (Call call : calls) {
            if (call.state == Call.State.READY && call.dueNanos <= world.now()) {
                tryNow(call);
                return true;
            }
        }
        return false;
    }

    private void tryNow(Call call) {
        int gateway = world.chance.below(World.GATEWAYS);
        call.tries++;
        call.state = Call.State.WAITING;
        if (!world.gateways[gateway].take(new Attempt(call, gateway, heardOf))) {
            world.tally.count("not executed");
            later(call, 5, 40);
            return;
        }
        world.tally.count("tries");
        boolean impatient = call.id() != null && world.chance.percent(6);
        if (impatient && world.gateways[1 - gateway].take(new Attempt(call, 1 - gateway, heardOf))) {
            world.tally.count("tries");
        }
    }

    private void later(Call call, int least, int most) {
        call.state = Call.State.READY;
        call.dueNanos = world.now() + world.chance.between(least, most) * MILLI;
    }

    /** The outcome of this try will never be known. */
    void unknown(Attempt attempt) {
        world.tally.count("unknown outcomes");
        Call call = attempt.call;
        call.unknown++;
        if (call.state != Call.State.WAITING) {
            return;
        }
        int drawn = world.chance.below(100);
        if (call.id() == null || drawn < 8) {
            call.state = Call.State.GIVEN_UP;
        } else if (drawn < 18 && !(call.said instanceof Said.Abandon)) {
            call.state = Call.State.GIVEN_UP;
            calls.add(new Call(new Said.Abandon(wishes.freshId(), call.id()), world.now()));
        } else if (drawn < 35) {
            later(call, 200, 900);
        } else {
            later(call, 1, 40);
        }
    }

    /** This try was answered. */
    void answered(Attempt attempt, Answer answer) {
        world.tally.count("answers");
        world.tally.count(answer.replayed() ? "answers replayed" : "answers " + answer.verdict());
        if (answer.verdict().equals("QUARANTINED")) {
            world.tally.count("answers QUARANTINED");
        }
        heardOf = Math.max(heardOf, answer.sequence());
        Call call = attempt.call;
        boolean first = call.state == Call.State.WAITING;
        if (!first) {
            return;
        }
        if (call.id() != null && call.tries < 5 && world.chance.percent(16)) {
            // Somewhere a queue holds the same command once more.
            later(call, 20, (int) (Numbers.WINDOW_AGE_MILLIS * 3));
        } else {
            call.state = Call.State.ANSWERED;
        }
    }

    /** Whether every call came to an end. */
    boolean settled() {
        return calls.stream().noneMatch(Call::isOpen);
    }
}
