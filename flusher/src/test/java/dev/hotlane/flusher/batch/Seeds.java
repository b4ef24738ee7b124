package dev.hotlane.flusher.batch;

import java.util.Random;

/** Random tests print their seed, and run again with it by -Dseed=. */
public final class Seeds {
    private Seeds() {}

    public static Random random() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed + " (repeat with -Dseed=" + seed + ")");
        return new Random(seed);
    }
}
