package dev.hotlane.flusher;

import java.util.Random;

/** Random tests print their seed, and run again with it by -Dseed=. */
final class Seeds {
    private Seeds() {}

    static Random random() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed + " (repeat with -Dseed=" + seed + ")");
        return new Random(seed);
    }
}
