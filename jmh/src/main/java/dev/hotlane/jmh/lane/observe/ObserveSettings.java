package dev.hotlane.jmh.lane.observe;

import java.time.Duration;

/**
 * What `bench observe` measures with. Immutable.
 *
 * @param connections of the closed loop
 * @param warmUp before anything counts, with every observer at the node
 * @param window measured of each load, a multiple of {@code every}
 * @param rounds how often each condition is measured, in turn
 * @param every time between two scrapes
 */
public record ObserveSettings(int connections, Duration warmUp, Duration window, int rounds, Duration every) {
    /** That everything runs and checks: no figure of it counts. */
    public static final ObserveSettings QUICK =
            new ObserveSettings(4, Duration.ofSeconds(1), Duration.ofSeconds(3), 1, Duration.ofSeconds(3));
}
