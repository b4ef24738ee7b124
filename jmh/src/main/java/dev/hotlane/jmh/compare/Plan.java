package dev.hotlane.jmh.compare;

import java.time.Duration;
import java.util.List;

/**
 * How a comparison goes. Immutable.
 *
 * @param roundTripsMs to MySQL, a pass each
 * @param connections of the load
 * @param warmUp of load on each contestant, before its first run
 * @param duration of a run
 * @param runs of each contestant in each pass, in turn
 * @param open whether as many runs at 70 % of each one's own rate follow
 * @param answerMax after which a peer gives up on a call
 */
record Plan(
        List<Integer> roundTripsMs,
        int connections,
        Duration warmUp,
        Duration duration,
        int runs,
        boolean open,
        Duration answerMax) {
    /** A slow peer's callers wait so long in vain, and a run waits as long for the last of them. */
    static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    /** To see that all work. */
    static Plan quick(List<Integer> roundTripsMs, int connections) {
        return new Plan(
                roundTripsMs,
                connections,
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                1,
                false,
                Duration.ofMillis(1_000));
    }
}
