package dev.hotlane.gateway.status;

import dev.hotlane.gateway.watch.WatchCounts;

/** Meters of the streams that watch the view. Any thread. */
public final class WatchMeters {
    private WatchMeters() {}

    /** Registers the meters. */
    public static void bind(Metrics metrics, WatchCounts counts) {
        metrics.gauge("hotlane_watch_streams", "Open streams of GET /v1/watch", counts, WatchCounts::streams);
        metrics.count("hotlane_watch_events", "Values and removals sent to them", counts, WatchCounts::events);
        metrics.count(
                "hotlane_watch_resets",
                "Streams whose client got all values again, as the view was loaded again or its id was too old",
                counts,
                WatchCounts::resets);
        metrics.count(
                "hotlane_watch_refused",
                "Streams not opened, as all places were taken or the view was away",
                counts,
                WatchCounts::refused);
        metrics.count(
                "hotlane_watch_closed_slow",
                "Streams closed as their clients took too little for too long",
                counts,
                WatchCounts::closedSlow);
    }
}
