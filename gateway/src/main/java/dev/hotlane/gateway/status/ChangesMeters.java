package dev.hotlane.gateway.status;

import dev.hotlane.gateway.changes.ChangesHub;

/** Meters of the streams of changes. Any thread. */
public final class ChangesMeters {
    private ChangesMeters() {}

    /** Registers the meters. */
    public static void bind(Metrics metrics, ChangesHub changes) {
        metrics.gauge("hotlane_changes_streams", "Open streams of GET /v1/changes", changes, all -> {
            return all.counts().streams();
        });
        metrics.gauge(
                "hotlane_changes_catch_ups",
                "Readers of Kafka that work for streams behind the ring",
                changes,
                all -> all.counts().catchUps());
        metrics.gauge("hotlane_changes_ring_bytes", "Heap of the newest changes", changes, ChangesHub::ringBytes);
        metrics.gauge(
                "hotlane_changes_up_to",
                "Sequence up to which all changes were read, -1 while nothing is read",
                changes,
                ChangesHub::upTo);
        metrics.count(
                "hotlane_changes_events",
                "Changes and gaps sent",
                changes,
                all -> all.counts().events());
        metrics.count(
                "hotlane_changes_refused",
                "Streams not opened, or ended because no reader was free",
                changes,
                all -> all.counts().refused());
        metrics.count(
                "hotlane_changes_closed_slow",
                "Streams closed as their clients took too little for too long",
                changes,
                all -> all.counts().closedSlow());
        metrics.count(
                "hotlane_changes_bad",
                "Records of the topic that were no changes",
                changes,
                all -> all.counts().bad());
    }
}
