package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Shrinker.Failure;
import java.util.function.LongFunction;

/** Runs seeds until an invariant breaks; loaded together with a planted fault. */
public final class Trial {
    private Trial() {}

    /** Runs the seeds from..to; the invariant and the seed that broke it, as "I3 17"; null if none broke. */
    public static String run(int from, int to) {
        return run(from, to, Plan::of, new SimTally());
    }

    /** As {@link #run(int, int)}, for a script: its incidents are the same in every seed. */
    public static String snapshotsBehindTheLog(int from, int to) {
        return run(from, to, SnapshotBehindTheLogTest::script, new SimTally());
    }

    /** As {@link #run(int, int)}, for another script. */
    public static String skipsBehindForgedLeads(int from, int to) {
        return run(from, to, ForgedLeadOfANodeTest::script, new SimTally());
    }

    /** As {@link #run(int, int)}, for another script. */
    public static String pausedMachines(int from, int to) {
        return run(from, to, PausedMachineTest::script, new SimTally());
    }

    /** As {@link #run(int, int)}, for another script. */
    public static String lostTails(int from, int to) {
        return run(from, to, LostTailTest::script, new SimTally());
    }

    /** As {@link #run(int, int)}, for plans with change feeds. */
    public static String followedLanes(int from, int to) {
        return run(from, to, FollowedLaneTest::script, new SimTally());
    }

    /** As {@link #run(int, int)}, for lanes with change feeds that are re-anchored at their end. */
    public static String reAnchoredLanes(int from, int to) {
        return run(from, to, ReAnchoredLaneTest::script, new SimTally());
    }

    static String run(int from, int to, LongFunction<Plan> plans, SimTally tally) {
        for (int seed = from; seed <= to; seed++) {
            Failure failure = Shrinker.failureOf(plans.apply(seed), tally);
            if (failure != null) {
                return failure.why().invariant() + " " + seed;
            }
        }
        return null;
    }
}
