package dev.hotlane.gateway.status;

import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.protocol.Beat;
import java.util.function.ToDoubleFunction;

/** Gauges of the lane's memory from the last BEAT; NaN before the first. Any thread. */
public final class LaneMemoryMeters {
    private static final double MS_PER_SECOND = 1e3;

    private LaneMemoryMeters() {}

    /** Registers the gauges. */
    public static void bind(Metrics metrics, LaneHealth health) {
        Board board = new Board(metrics, health);
        metrics.gauge(
                "hotlane_beats_ignored",
                "BEATs that were late, of a deposed leader or forged, since the start",
                health,
                LaneHealth::refusedBeats);
        board.show("hotlane_window_commands", "Commands in the window", Beat::windowCount);
        board.show("hotlane_window_commands_limit", "Most commands in the window", Beat::windowSize);
        board.show(
                "hotlane_window_age_seconds",
                "How far back the window remembers now",
                beat -> Status.windowAgeMs(beat) / MS_PER_SECOND);
        board.show(
                "hotlane_window_age_limit_seconds",
                "How far back the window remembers at most",
                beat -> beat.windowAgeMs() / MS_PER_SECOND);
        board.show(
                "hotlane_horizon_timestamp_seconds",
                "Greatest time whose commands were forgotten, epoch seconds",
                beat -> beat.horizon() / MS_PER_SECOND);
        board.show("hotlane_lane_dirty_bytes", "Heap of the leader's changes that wait for MySQL", Beat::dirtyBytes);
        board.show(
                "hotlane_lane_dirty_bytes_limit",
                "Above it writes are rejected, except those that end or prolong a hold",
                Beat::dirtyBytesMax);
        board.show("hotlane_reservations_open", "Open holds", Beat::holdsOpen);
        board.show("hotlane_reservations_open_limit", "Most open holds", Beat::holdsMax);
        board.show("hotlane_reservations_resolved", "Resolved holds that are kept", Beat::holdsResolved);
        board.show("hotlane_reservations_resolved_limit", "Most resolved holds that are kept", Beat::resolvedMax);
        board.show(
                "hotlane_reservations_retention_seconds",
                "How long a resolved hold is kept at most",
                beat -> beat.holdRetentionMs() / MS_PER_SECOND);
    }

    private record Board(Metrics metrics, LaneHealth health) {
        void show(String name, String description, ToDoubleFunction<Beat> value) {
            metrics.gauge(name, description, health, of -> {
                Beat beat = of.beat();
                return beat == null ? Double.NaN : value.applyAsDouble(beat);
            });
        }
    }
}
