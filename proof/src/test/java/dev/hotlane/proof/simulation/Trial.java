package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Shrinker.Failure;
import java.util.function.LongFunction;

/** Runs seeds until an invariant breaks; loaded together with a planted fault. */
public final class Trial {
    private Trial() {}

    /** The invariant and the number of seeds needed, as "I3 17"; null if none broke. */
    public static String run(int seedsMax) {
        return run(seedsMax, Plan::of, new SimTally());
    }

    /** As {@link #run(int)}, for a script: its incidents are the same in every seed. */
    public static String snapshotsBehindTheLog(int seedsMax) {
        return run(seedsMax, SnapshotBehindTheLogTest::script, new SimTally());
    }

    /** As {@link #run(int)}, for another script. */
    public static String skipsBehindForgedLeads(int seedsMax) {
        return run(seedsMax, ForgedLeadOfANodeTest::script, new SimTally());
    }

    /** As {@link #run(int)}, for another script. */
    public static String pausedMachines(int seedsMax) {
        return run(seedsMax, PausedMachineTest::script, new SimTally());
    }

    /** As {@link #run(int)}, for another script. */
    public static String lostTails(int seedsMax) {
        return run(seedsMax, LostTailTest::script, new SimTally());
    }

    static String run(int seedsMax, LongFunction<Plan> plans, SimTally tally) {
        for (int seed = 1; seed <= seedsMax; seed++) {
            Failure failure = Shrinker.failureOf(plans.apply(seed), tally);
            if (failure != null) {
                return failure.why().invariant() + " " + seed;
            }
        }
        return null;
    }
}
