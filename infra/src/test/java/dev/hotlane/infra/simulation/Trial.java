package dev.hotlane.infra.simulation;

import dev.hotlane.infra.simulation.Shrinker.Failure;

/** Runs seeds until an invariant breaks; loaded together with a planted fault. */
public final class Trial {
    private Trial() {}

    /** The invariant and how many seeds it took, as "I3 17"; null if none broke. */
    public static String run(int seedsMax) {
        Tally tally = new Tally();
        for (int seed = 1; seed <= seedsMax; seed++) {
            Failure failure = Shrinker.failureOf(Plan.of(seed), tally);
            if (failure != null) {
                return failure.why().invariant() + " " + seed;
            }
        }
        return null;
    }
}
