package dev.hotlane.proof.simulation;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A producer's way to a partition. Records arrive in the order in which they were sent, sooner or later, or never; then
 * the sender gets an acknowledgement or a failure. A record may arrive after its sender has ended.
 */
final class SimNetwork {
    private static final long PROMPT_NANOS = 800_000;
    private static final long LATE_NANOS = 700_000_000;
    /** Time after which the sender gets a failure without an acknowledgement. */
    private static final long PATIENCE_NANOS = 120_000_000;

    private final World world;
    private final BooleanSupplier reachable;
    private final ArrayDeque<Send> sends = new ArrayDeque<>();
    private final ArrayDeque<Send> acknowledgements = new ArrayDeque<>();
    private long badUntil;
    private int lossPercent;

    private enum Fate {
        ARRIVES,
        LOST,
        ARRIVES_UNHEARD,
        ARRIVES_LATE,
        ARRIVES_TWICE
    }

    private static final class Send {
        private final Runnable append;
        private final Consumer<Exception> done;
        private final Fate fate;
        private long at;

        Send(Runnable append, Consumer<Exception> done, Fate fate, long at) {
            this.append = append;
            this.done = done;
            this.fate = fate;
            this.at = at;
        }
    }

    /** @param reachable whether the broker accepts records now */
    SimNetwork(World world, BooleanSupplier reachable) {
        this.world = world;
        this.reachable = reachable;
    }

    /**
     * Until then records may be late, repeated or lost, or arrive without an acknowledgement. Of a hundred records
     * {@code percentLost} are lost and as many arrive without one.
     */
    void goBadly(long until, int percentLost) {
        badUntil = until;
        lossPercent = percentLost;
    }

    /** @param done called with null, or with the reason why the sender gave up */
    void send(Runnable append, Consumer<Exception> done) {
        Fate fate = world.now() < badUntil ? badFate() : Fate.ARRIVES;
        long delay = fate == Fate.ARRIVES_LATE ? world.chance.below(LATE_NANOS) : world.chance.below(PROMPT_NANOS);
        world.tally.sent(fate != Fate.ARRIVES);
        sends.add(new Send(append, done, fate, world.now() + delay));
    }

    private Fate badFate() {
        int drawn = world.chance.below(100);
        if (drawn < lossPercent) {
            return Fate.LOST;
        } else if (drawn < 2 * lossPercent) {
            return Fate.ARRIVES_UNHEARD;
        }
        return drawn < 60 ? Fate.ARRIVES_LATE : drawn < 75 ? Fate.ARRIVES_TWICE : Fate.ARRIVES;
    }

    /** Delivers or loses one record; false if none is due. */
    boolean deliver() {
        Send send = sends.peek();
        if (send == null || send.at > world.now() || !reachable.getAsBoolean()) {
            return false;
        }
        sends.remove();
        if (send.fate != Fate.LOST) {
            send.append.run();
        }
        if (send.fate == Fate.ARRIVES_TWICE) {
            send.append.run();
        }
        boolean unheard = send.fate == Fate.LOST || send.fate == Fate.ARRIVES_UNHEARD;
        send.at = world.now() + (unheard ? PATIENCE_NANOS : world.chance.below(PROMPT_NANOS));
        acknowledgements.add(send);
        return true;
    }

    /** Passes one acknowledgement or failure to the sender; false if none is due. */
    boolean acknowledge() {
        Send send = acknowledgements.peek();
        if (send == null || send.at > world.now()) {
            return false;
        }
        acknowledgements.remove();
        boolean failed = send.fate == Fate.LOST || send.fate == Fate.ARRIVES_UNHEARD;
        send.done.accept(failed ? new TimeoutException("the broker did not answer in time") : null);
        return true;
    }

    /**
     * The sender has ended: it gets no more acknowledgements, and at most that number of its oldest records still
     * arrives.
     */
    void orphan(int arrive) {
        acknowledgements.clear();
        while (sends.size() > arrive) {
            sends.removeLast();
        }
    }

    int underWay() {
        return sends.size();
    }
}
