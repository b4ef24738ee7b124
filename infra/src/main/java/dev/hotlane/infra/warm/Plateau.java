package dev.hotlane.infra.warm;

/**
 * Whether a speed still rises: none of the last windows exceeds the best one before them by 3 %. Windows before the first
 * answer do not count. One thread.
 */
final class Plateau {
    /** A speed above the best one by less than this counts as the same. */
    private static final double RISE = 1.03;

    private final int windows;
    private double best;
    private int flat;

    /** @param windows without a rise after which the speed has reached its plateau */
    Plateau(int windows) {
        this.windows = windows;
    }

    /** Takes the speed of the next window; returns whether the plateau is reached. */
    boolean reached(double speed) {
        if (speed > best * RISE) {
            best = speed;
            flat = 0;
        } else if (best > 0) {
            flat++;
        }
        return flat >= windows;
    }
}
