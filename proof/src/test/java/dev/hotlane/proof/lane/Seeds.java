package dev.hotlane.proof.lane;

/** Random tests print their seed; -Dseed= repeats a run. */
final class Seeds {
    private Seeds() {}

    static long next() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed + " (repeat with -Dseed=" + seed + ")");
        return seed;
    }
}
