package dev.hotlane.gateway.status;

import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.view.ViewTable;

/** Gauges of the view. Any thread. */
public final class ViewMeters {
    private static final double MS_PER_SECOND = 1e3;

    private ViewMeters() {}

    /** Registers the gauges. */
    public static void bind(Metrics metrics, LocalView view) {
        metrics.gauge(
                "hotlane_view_sequence",
                "Sequence of the last record that the view includes, -1 for no view",
                view.table(),
                ViewTable::sequence);
        metrics.gauge("hotlane_view_keys", "Counters in the view", view.table(), ViewTable::keys);
        metrics.gauge(
                "hotlane_view_age_seconds", "Proven age of the view, -1 without a proof", view, ViewMeters::ageSeconds);
        metrics.count(
                "hotlane_view_resyncs",
                "Times that the view was dropped or loaded again",
                view.table(),
                ViewTable::resyncs);
    }

    private static double ageSeconds(LocalView view) {
        long ageMs = view.proofs().ageMs(view.table().sequence(), System.nanoTime());
        return ageMs < 0 ? -1 : ageMs / MS_PER_SECOND;
    }
}
