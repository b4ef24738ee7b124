package dev.hotlane.jmh.compare;

import java.time.Duration;
import java.util.List;

/**
 * How a comparison goes. Immutable.
 *
 * @param roundTripsMs to MySQL, a pass each
 * @param connections of the load
 * @param warmUp of load before a contestant's first run, where one JVM needs so much
 * @param duration of a run
 * @param runs of each contestant in each pass, in turn
 * @param open whether as many runs at 70 % of each one's own rate follow
 * @param answerMax after which a peer gives up on a call
 * @param quick whether it only shows that all work: peers share a JVM, passes share processes
 */
record ComparePlan(
        List<Integer> roundTripsMs,
        int connections,
        Duration warmUp,
        Duration duration,
        int runs,
        boolean open,
        Duration answerMax,
        boolean quick) {
    /** A slow peer's callers wait so long in vain, and a run waits as long for the last of them. */
    static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    /** To see that all work. */
    static ComparePlan quick(List<Integer> roundTripsMs, int connections) {
        return new ComparePlan(
                roundTripsMs,
                connections,
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                1,
                false,
                Duration.ofSeconds(1),
                true);
    }
}
