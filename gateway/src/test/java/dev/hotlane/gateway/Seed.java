package dev.hotlane.gateway;

import java.util.Random;

/** The seed of random tests: a new one each run, printed, or the one that {@code -Dseed=} gives. */
public final class Seed {
    private Seed() {}

    /** A generator whose seed is on the console. */
    public static Random random() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed: run again with -Dseed=" + seed);
        return new Random(seed);
    }
}
