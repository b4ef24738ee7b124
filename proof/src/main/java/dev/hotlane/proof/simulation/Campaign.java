package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Shrinker.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs many seeds on a few threads. Ends early after {@value #FAILURES_MAX} failures, as more would show nothing new.
 */
public final class Campaign {
    private static final int FAILURES_MAX = 8;

    private final long end;
    private final AtomicLong nextSeed;
    private final SimTally tally = new SimTally();
    private final List<Failure> failures = new ArrayList<>();

    private Campaign(long from, long count) {
        nextSeed = new AtomicLong(from);
        end = from + count;
    }

    /**
     * The result of a campaign.
     *
     * @param failures not shrunk, the first {@value #FAILURES_MAX} or a few more; empty for none
     */
    public record Report(SimTally tally, List<Failure> failures, double seconds) {
        /** Seeds run per second. */
        public double seedsPerSecond() {
            return tally.of("seeds") / seconds;
        }
    }

    /** Runs that number of seeds from the given one on and waits for their end. The product's log is off meanwhile. */
    public static Report run(long from, long count, int threads) throws InterruptedException {
        Campaign campaign = new Campaign(from, count);
        long began = System.nanoTime();
        SilentProduct silence = new SilentProduct();
        try {
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread worker = new Thread(campaign::work);
                worker.start();
                workers.add(worker);
            }
            for (Thread worker : workers) {
                worker.join();
            }
        } finally {
            silence.end();
        }
        return new Report(campaign.tally, campaign.failures, (System.nanoTime() - began) / 1e9);
    }

    private void work() {
        SimTally own = new SimTally();
        for (long seed = nextSeed.getAndIncrement(); seed < end; seed = nextSeed.getAndIncrement()) {
            // A thread dump of a run that hangs names the seed.
            Thread.currentThread().setName("simulation-" + seed);
            Failure failure = attempt(seed, own);
            if (failure != null) {
                failed(failure);
            }
        }
        synchronized (this) {
            tally.add(own);
        }
    }

    private synchronized void failed(Failure failure) {
        failures.add(failure);
        if (failures.size() >= FAILURES_MAX) {
            nextSeed.set(end);
        }
    }

    /** A failure of the simulation itself is a failure of the seed. */
    private static Failure attempt(long seed, SimTally tally) {
        Plan plan = Plan.of(seed);
        try {
            return Shrinker.failureOf(plan, tally);
        } catch (RuntimeException | Error e) {
            return new Failure(plan, new Violation("I0", "the simulation itself failed: " + e, e));
        }
    }
}
