package dev.hotlane.proof.monitor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one alert is tried with.
 *
 * @param firing series with which it fires, each with its values at every 5 s
 * @param silent series with which it stays silent
 * @param withoutSeries whether it fires if nothing is scraped
 */
record AlertCase(String alert, Map<String, String> firing, Map<String, String> silent, boolean withoutSeries) {
    /** Long enough for every rate, every {@code for} and every range of the rules. */
    private static final String AT = "10m";

    private static final String STEPS = "x150";

    private static AlertCase of(String alert, Map<String, String> firing, Map<String, String> silent) {
        return new AlertCase(alert, firing, silent, false);
    }

    private static AlertCase of(String alert, String series, String firing, String silent) {
        return of(alert, Map.of(series, firing), Map.of(series, silent));
    }

    private static Map<String, String> answers(String code, String values) {
        return new TreeMap<>(Map.of(
                "hotlane_gateway_answers_total{instance=\"a\",route=\"reserve\",code=\"" + code + "\"}",
                values,
                "hotlane_gateway_answers_total{instance=\"a\",route=\"reserve\",code=\"OK\"}",
                "0+100"));
    }

    private static Map<String, String> window(String age, String commands, String bytes) {
        return Map.of(
                "hotlane_window_age_seconds{instance=\"a\"}", age,
                "hotlane_window_age_limit_seconds{instance=\"a\"}", "600",
                "hotlane_window_commands{instance=\"a\"}", commands,
                "hotlane_window_commands_limit{instance=\"a\"}", "1000",
                "hotlane_window_bytes{instance=\"b\"}", bytes,
                "hotlane_window_bytes_limit{instance=\"b\"}", "4000");
    }

    private static Map<String, String> share(String figure, String value) {
        return Map.of(figure + "{instance=\"a\"}", value, figure + "_limit{instance=\"a\"}", "100");
    }

    private static AlertCase share(String alert, String figure) {
        return of(alert, share(figure, "81"), share(figure, "80"));
    }

    private static AlertCase counter(String alert, String series) {
        return of(alert, series, "0+1", "7");
    }

    /** One for each alert, the window's two. */
    static final List<AlertCase> ALL = List.of(
            new AlertCase(
                    "NoLeader",
                    Map.of("hotlane_leading{instance=\"a\"}", "1", "hotlane_leading{instance=\"b\"}", "1"),
                    Map.of("hotlane_leading{instance=\"a\"}", "1", "hotlane_leading{instance=\"b\"}", "0"),
                    true),
            new AlertCase(
                    "NothingAnswered",
                    Map.of("hotlane_beat_age_seconds{instance=\"a\"}", "2.1"),
                    Map.of("hotlane_beat_age_seconds{instance=\"a\"}", "0.2"),
                    true),
            of("OutcomesUnknown", answers("OUTCOME_UNKNOWN", "0+1"), answers("OUTCOME_UNKNOWN", "9")),
            of("Overloaded", answers("OVERLOADED", "0+2"), answers("OVERLOADED", "0+0.5")),
            of("LaneBusy", "hotlane_thread_cpu_seconds_total{instance=\"a\",thread=\"state\"}", "0+4.1", "0+3.9"),
            of("LaneBehind", "hotlane_apply_lag_records{instance=\"a\"}", "100001", "100000"),
            of("FlushOld", "hotlane_flush_age_seconds{instance=\"a\"}", "61", "60"),
            of("FlushFailing", "hotlane_flush_failing{instance=\"a\"}", "1", "0"),
            of("WindowShort", window("299", "1000", "0"), window("299", "900", "0")),
            of("WindowShort", window("299", "0", "3990"), window("301", "1000", "3990")),
            share("HoldsNearlyFull", "hotlane_reservations_open"),
            share("StateNearlyFull", "hotlane_state_bytes"),
            share("DirtyNearlyFull", "hotlane_dirty_bytes"),
            of("HeapBeyondRules", "hotlane_rules_beyond_heap{instance=\"a\"}", "1", "0"),
            of("TopicsChanged", "hotlane_topics_changed{instance=\"a\"}", "1", "0"),
            counter("Garbage", "hotlane_garbage_total{instance=\"a\"}"),
            counter("FalseTakeOver", "hotlane_takeovers_false_total{instance=\"a\"}"),
            counter("ContradictingReplies", "hotlane_replies_unmatched_total{instance=\"a\",reason=\"contradiction\"}"),
            of("ViewOld", "hotlane_view_age_seconds{instance=\"a\"}", "5.1", "4.9"),
            of("FeedBehind", "hotlane_feed_lag_seconds{instance=\"a\"}", "61", "60"),
            of("SnapshotOld", "hotlane_snapshot_age_seconds{instance=\"a\"}", "180001", "180000"),
            of("CertificateEnds", "hotlane_tls_expiry_timestamp_seconds{instance=\"a\"}", "1209000", "1210201"));

    /** Three tests for promtool: it fires, stays silent, and what it does without a series. */
    void writeTo(StringBuilder out) {
        write(out, "fires", firing, true);
        write(out, "is silent", silent, false);
        write(out, "without a series", Map.of(), withoutSeries);
    }

    private void write(StringBuilder out, String name, Map<String, String> series, boolean fires) {
        out.append("  - name: ").append(alert).append(' ').append(name).append("\n    interval: 5s\n");
        if (!series.isEmpty()) {
            out.append("    input_series:\n");
        }
        series.forEach((one, values) -> out.append("      - series: '")
                .append(one)
                .append("'\n        values: '")
                .append(values.contains("+") ? values : values + "+0")
                .append(STEPS)
                .append("'\n"));
        out.append("    promql_expr_test:\n      - expr: count(ALERTS{alertname=\"")
                .append(alert)
                .append("\",alertstate=\"firing\"}) > bool 0\n        eval_time: ")
                .append(AT)
                .append("\n        exp_samples: ")
                .append(fires ? "[{labels: '{}', value: 1}]" : "[]")
                .append('\n');
    }

    /** Names of the metrics that its series have. */
    List<String> metrics() {
        return firing.keySet().stream()
                .map(series -> series.substring(0, series.indexOf('{')))
                .distinct()
                .toList();
    }
}
