package dev.hotlane.jmh.micro;

import java.util.SplittableRandom;

/** Which keys a workload names: one hot key, by Zipf's law as YCSB draws it, or all evenly. */
final class KeyChoice {
    /** YCSB's constant: of 1,000,000 keys the first has 6.5 % of the draws, the first hundred 34 %. */
    private static final double THETA = 0.99;

    private final String pattern;
    private final int keys;
    private final SplittableRandom random = new SplittableRandom(7);
    private final double zeta;
    private final double eta;

    /** @param pattern hot, zipf or uniform */
    KeyChoice(String pattern, int keys) {
        this.pattern = pattern;
        this.keys = keys;
        zeta = pattern.equals("zipf") ? zeta(keys) : 1;
        eta = (1 - Math.pow(2.0 / keys, 1 - THETA)) / (1 - zeta(2) / zeta);
    }

    private static double zeta(int keys) {
        double sum = 0;
        for (int i = 1; i <= keys; i++) {
            sum += 1 / Math.pow(i, THETA);
        }
        return sum;
    }

    /** The number of the next key. */
    int next() {
        return switch (pattern) {
            case "hot" -> 0;
            case "uniform" -> random.nextInt(keys);
            case "zipf" -> zipf();
            default -> throw new IllegalArgumentException("keys are hot, zipf or uniform, found " + pattern);
        };
    }

    private int zipf() {
        double uniform = random.nextDouble();
        double scaled = uniform * zeta;
        if (scaled < 1) {
            return 0;
        }
        if (scaled < 1 + Math.pow(0.5, THETA)) {
            return 1;
        }
        int rank = (int) (keys * Math.pow(eta * uniform - eta + 1, 1 / (1 - THETA)));
        // Ranks next to each other lie anywhere: hot keys share no cache line by their number.
        return (int) (rank * 0x9E3779B1L % keys);
    }

    /** Any long, of the same sequence of chance. */
    long bits() {
        return random.nextLong();
    }
}
