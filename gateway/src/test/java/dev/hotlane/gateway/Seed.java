package dev.hotlane.gateway;

import java.util.Random;

/** The seed of random tests: 1, or the one that {@code -Dseed=} gives, printed. */
public final class Seed {
    private Seed() {}

    /** A generator whose seed is on the console. */
    public static Random random() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed: run again with -Dseed=" + seed);
        return new Random(seed);
    }
}
