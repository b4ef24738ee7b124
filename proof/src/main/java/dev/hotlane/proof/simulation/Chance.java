package dev.hotlane.proof.simulation;

/**
 * Numbers drawn from a seed. Each step of a simulation draws from its own sequence. So leaving one incident out of a
 * plan changes little of the random choices elsewhere.
 */
final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    Chance(long seed) {
        state = mixed(seed);
    }

    /** Begins the sequence of this seed for this step. */
    void begin(long seed, long step) {
        state = mixed(mixed(seed) + step * GOLDEN);
    }

    long next() {
        state += GOLDEN;
        return mixed(state);
    }

    /** From 0 to below the bound. */
    long below(long bound) {
        return Long.remainderUnsigned(next(), bound);
    }

    int below(int bound) {
        return (int) below((long) bound);
    }

    /** From least to most, both included. */
    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    /** True for that number of cases in a hundred. */
    boolean percent(int often) {
        return below(100) < often;
    }

    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
