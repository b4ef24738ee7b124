package dev.hotlane.processor.state;

import java.util.SplittableRandom;

/** Randomness that can be had again: prints its seed, takes {@code -Dseed=}. */
final class Seed {
    private Seed() {}

    static SplittableRandom random(Class<?> test) {
        long seed = Long.getLong("seed", 1);
        System.out.println(test.getSimpleName() + ": -Dseed=" + seed);
        return new SplittableRandom(seed);
    }
}
