package dev.hotlane.proof.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What one alert is tried with.
 *
 * @param firing series with which it fires, each with its values at every 5 s
 * @param silent series with which it stays silent
 * @param withoutSeries whether it fires if nothing is scraped
 */
record AlertCase(String alert, Map<String, String> firing, Map<String, String> silent, boolean withoutSeries) {
    /** Long enough for every rate, every {@code for} and every range of the rules. */
    private static final String AT = "7m";

    private static final String STEPS = "x90";

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
                "hotlane_window_age_seconds{instance=\"a\"}",
                age,
                "hotlane_window_age_limit_seconds{instance=\"a\"}",
                "600",
                "hotlane_window_commands{instance=\"a\"}",
                commands,
                "hotlane_window_commands_limit{instance=\"a\"}",
                "1000",
                "hotlane_window_bytes{instance=\"b\"}",
                bytes,
                "hotlane_window_bytes_limit{instance=\"b\"}",
                "4000");
    }

    private static Map<String, String> taken(String figure, String value) {
        return Map.of(figure + "{instance=\"a\"}", value, figure + "_limit{instance=\"a\"}", "100");
    }

    private static AlertCase share(String alert, String figure) {
        return of(alert, taken(figure, "81"), taken(figure, "80"));
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
            of("SnapshotOld", "hotlane_snapshot_proven_age_seconds{instance=\"a\"}", "180001", "180000"),
            of("CertificateEnds", "hotlane_tls_expiry_timestamp_seconds{instance=\"a\"}", "1209000", "1210201"));

    /** Tests for promtool: all alerts fire, all are silent, and what they do without a series. */
    static String tests() {
        StringBuilder out = new StringBuilder("rule_files: [hotlane.rules.yml]\nevaluation_interval: 5s\ntests:\n");
        List<AlertCase> first = new ArrayList<>();
        List<AlertCase> further = new ArrayList<>();
        for (AlertCase one : ALL) {
            boolean again = first.stream().anyMatch(before -> before.alert.equals(one.alert));
            (again ? further : first).add(one);
        }
        for (List<AlertCase> cases : List.of(first, further)) {
            write(out, "firing", cases, AlertCase::firing, one -> true);
            write(out, "silent", cases, AlertCase::silent, one -> false);
        }
        write(out, "without a series", first, one -> Map.of(), AlertCase::withoutSeries);
        return out.toString();
    }

    private static void write(
            StringBuilder out,
            String name,
            List<AlertCase> cases,
            Function<AlertCase, Map<String, String>> given,
            Predicate<AlertCase> fires) {
        Map<String, String> all = new TreeMap<>();
        cases.forEach(one -> all.putAll(given.apply(one)));
        out.append("  - name: ").append(name).append("\n    interval: 5s\n");
        out.append(all.isEmpty() ? "" : "    input_series:\n");
        all.forEach((series, values) -> out.append("      - series: '")
                .append(series)
                .append("'\n        values: '")
                .append(values.contains("+") ? values : values + "+0")
                .append(STEPS)
                .append("'\n"));
        out.append("    promql_expr_test:\n");
        for (AlertCase one : cases) {
            out.append("      - expr: count(ALERTS{alertname=\"")
                    .append(one.alert)
                    .append("\",alertstate=\"firing\"}) > bool 0\n        eval_time: ")
                    .append(AT)
                    .append("\n        exp_samples: ")
                    .append(fires.test(one) ? "[{labels: '{}', value: 1}]" : "[]")
                    .append('\n');
        }
    }
}
