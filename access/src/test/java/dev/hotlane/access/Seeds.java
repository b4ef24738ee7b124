package dev.hotlane.access;

import java.util.Random;

/** Random numbers of a test: seed 1, or that of {@code -Dseed=N}. A failure must print the seed. */
public final class Seeds {
    /** The seed of this run. */
    public static final long SEED = Long.getLong("seed", 1);

    private Seeds() {}

    /** Numbers of the seed, always the same. */
    public static Random random() {
        return new Random(SEED);
    }

    /** The words that a failure begins with. */
    public static String words() {
        return "-Dseed=" + SEED;
    }
}
