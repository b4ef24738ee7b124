package dev.hotlane.jmh.feed;

import dev.hotlane.infra.stack.Jvm;
import java.time.Duration;
import java.util.List;

/**
 * What `bench feed` measures with. Immutable.
 *
 * @param connections of the closed loop of reservations
 * @param warmUp of each lane and its feed, before anything counts
 * @param window of each load
 * @param rounds how often each lane is loaded, in turn; medians count
 * @param probes writes whose way to a reader is measured
 * @param commands that a feed catches up with; 0: not measured
 * @param compared whether a lane without a feed, and one with a feed of the stock only, sell in turn with that of everything
 * @param feedFlags of the feeds' JVMs
 */
public record FeedBenchSettings(
        int connections,
        Duration warmUp,
        Duration window,
        int rounds,
        int probes,
        int commands,
        boolean compared,
        List<String> feedFlags) {
    /** That everything runs and checks, on one lane: no figure of it counts. */
    public static final FeedBenchSettings QUICK =
            new FeedBenchSettings(4, Duration.ZERO, Duration.ofMillis(500), 1, 3, 2_000, false, Jvm.SMALL);

    /** The list is copied. */
    public FeedBenchSettings {
        feedFlags = List.copyOf(feedFlags);
    }
}
