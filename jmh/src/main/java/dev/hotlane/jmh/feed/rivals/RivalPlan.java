package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.infra.stack.Jvm;
import java.time.Duration;
import java.util.List;

/**
 * What `bench feed --rivals` measures with. Immutable.
 *
 * @param writers each with a key of its own and one write in flight
 * @param streams clients, each of which gets every change
 * @param rate writes a second while delays are measured and clients reconnect
 * @param time the warm-up before, and each of the two windows
 * @param reconnects forced ones, of half the clients at random
 * @param seed of the moments and clients of the reconnects
 * @param jvmFlags of the feed and of the fronts
 */
public record RivalPlan(
        int writers, int streams, int rate, Times time, int reconnects, long seed, List<String> jvmFlags) {
    /** That everything runs and counts: no figure of it counts. */
    public static final RivalPlan QUICK =
            new RivalPlan(4, 2, 200, new Times(Duration.ofMillis(200), Duration.ofMillis(400)), 4, 1, Jvm.SMALL);

    /** The list is copied. */
    public RivalPlan {
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** Whether figures are wanted, not only that everything runs. */
    boolean forFigures() {
        return !jvmFlags.equals(QUICK.jvmFlags);
    }

    /**
     * How long.
     *
     * @param warmUp of each entrant, before anything counts
     * @param window of each measurement
     */
    public record Times(Duration warmUp, Duration window) {}
}
