package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelIds;
import java.util.ArrayList;
import java.util.List;

/** The clients: they retry calls without an answer through either gateway, some of them much later. */
final class SimClients {
    private static final long MILLI = 1_000_000;

    private final World world;
    private final List<SimCall> calls = new ArrayList<>();
    private final OrderMeanings wishes;
    private long heardOf = -1;

    SimClients(World world) {
        this.world = world;
        wishes = new OrderMeanings(world, calls);
    }

    /** Adds the call of an order. */
    void want(ClientOrder order) {
        LogEntry said = wishes.of(order);
        if (said != null) {
            calls.add(new SimCall(said, world.now()));
        }
    }

    /** Makes one try of a call that is due. */
    boolean tryOne() {
        for (SimCall call : calls) {
            if (call.state == SimCall.State.READY && call.dueNanos <= world.now()) {
                tryNow(call);
                return true;
            }
        }
        return false;
    }

    private void tryNow(SimCall call) {
        int gateway = world.chance.below(world.gateways.length);
        call.tries++;
        call.state = SimCall.State.WAITING;
        if (!world.gateways[gateway].take(new SimAttempt(call, gateway, heardOf))) {
            world.tally.count("not executed");
            later(call, 5, 40);
            return;
        }
        world.tally.count("tries");
        boolean impatient = call.id() != null && world.chance.percent(6);
        int other = (gateway + 1) % world.gateways.length;
        if (impatient && world.gateways[other].take(new SimAttempt(call, other, heardOf))) {
            world.tally.count("tries");
        }
    }

    private void later(SimCall call, int least, int most) {
        call.state = SimCall.State.READY;
        call.dueNanos = world.now() + world.chance.between(least, most) * MILLI;
    }

    /** The gateway has given up this try: its outcome stays unknown. */
    void unknown(SimAttempt attempt) {
        world.tally.count("unknown outcomes");
        SimCall call = attempt.call;
        call.unknown++;
        if (call.state != SimCall.State.WAITING) {
            return;
        }
        int drawn = world.chance.below(100);
        if (call.id() == null || drawn < 8) {
            call.state = SimCall.State.GIVEN_UP;
        } else if (drawn < 18 && !(call.said instanceof LogEntry.Abandon)) {
            call.state = SimCall.State.GIVEN_UP;
            calls.add(new SimCall(abandon(call.id()), world.now()));
        } else if (drawn < 35) {
            later(call, 200, 900);
        } else {
            later(call, 1, 40);
        }
    }

    private LogEntry.Abandon abandon(String key) {
        return new LogEntry.Abandon(wishes.freshId(ModelIds.tenant(key)), ModelIds.id(key));
    }

    /** The answer to this try has arrived. */
    void answered(SimAttempt attempt, ModelAnswer answer) {
        world.tally.count("answers");
        if (world.views != null) {
            world.views.checks.answered(answer.sequence());
        }
        world.tally.count(answer.replayed() ? "answers replayed" : "answers " + answer.verdict());
        if (answer.verdict() == ModelAnswer.Verdict.QUARANTINED) {
            world.tally.count("answers QUARANTINED");
        }
        heardOf = Math.max(heardOf, answer.sequence());
        SimCall call = attempt.call;
        boolean first = call.state == SimCall.State.WAITING;
        if (!first) {
            return;
        }
        if (call.id() != null && call.tries < 5 && world.chance.percent(16)) {
            // An answered command is sent once more, as from a queue that delivers twice.
            later(call, 20, (int) (Numbers.WINDOW_AGE_MILLIS * 3));
        } else {
            call.state = SimCall.State.ANSWERED;
        }
    }

    /** Kafka lost the records from that offset on. */
    void forgetFrom(long offset) {
        heardOf = Math.min(heardOf, offset - 1);
    }

    /** Whether every call has ended. */
    boolean settled() {
        return calls.stream().noneMatch(SimCall::isOpen);
    }
}
