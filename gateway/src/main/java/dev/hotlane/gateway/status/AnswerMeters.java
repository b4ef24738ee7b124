package dev.hotlane.gateway.status;

import dev.hotlane.gateway.problem.Code;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** Answers by route and code, and times by class of request. Any thread. */
public final class AnswerMeters {
    /** The code of an answer that is no problem. */
    public static final String OK = "OK";

    /** Codes that alerts watch: a series that appeared with its first answer would hide it from a rate. */
    private static final List<Code> FROM_START = List.of(Code.OUTCOME_UNKNOWN, Code.OVERLOADED, Code.UNAVAILABLE);

    private final PrometheusMeterRegistry registry;
    private final Map<String, Answers> routes = new HashMap<>();
    private final Map<RequestKind, RequestTimes> times = new EnumMap<>(RequestKind.class);

    AnswerMeters(Map<String, RequestKind> kinds, PrometheusMeterRegistry registry) {
        this.registry = registry;
        for (RequestKind kind : RequestKind.values()) {
            if (kind != RequestKind.UNTIMED) {
                times.put(kind, new RequestTimes());
            }
        }
        kinds.forEach((route, kind) -> routes.put(route, new Answers(route, times.get(kind))));
        Collector shown = this::shown;
        registry.getPrometheusRegistry().register(shown);
    }

    private HistogramSnapshot shown() {
        HistogramSnapshot.Builder all = HistogramSnapshot.builder()
                .name("hotlane_gateway_request_seconds")
                .help("From the arrival of a request to its answer");
        times.forEach((kind, of) -> all.dataPoint(of.shown(kind.label())));
        return all.build();
    }

    /** Counts an answer; {@code code} is null for one that is no problem. */
    void answered(String route, Code code) {
        routes.get(route).count(code);
    }

    /** Counts the time of a request, if its route has a class. */
    void took(String route, long nanos) {
        RequestTimes of = routes.get(route).times;
        if (of != null) {
            of.record(nanos);
        }
    }

    /** Answers since the start, by route and by code; those that are 0 are left out. */
    public Map<String, Map<String, Long>> counts() {
        Map<String, Map<String, Long>> all = new TreeMap<>();
        routes.forEach((route, answers) -> {
            Map<String, Long> byCode = answers.counts();
            if (!byCode.isEmpty()) {
                all.put(route, byCode);
            }
        });
        return all;
    }

    /** Times of requests since the start, by class. */
    Map<RequestKind, RequestTimes> times() {
        return times;
    }

    /** The answers of one route. */
    private final class Answers {
        private final String route;
        private final RequestTimes times;

        /** First those that are no problem, then by the code's number; null where there was none yet. */
        private final AtomicReferenceArray<LongAdder> counts = new AtomicReferenceArray<>(Code.values().length + 1);

        Answers(String route, RequestTimes times) {
            this.route = route;
            this.times = times;
            first(0);
            FROM_START.forEach(code -> first(place(code)));
        }

        private static int place(Code code) {
            return code == null ? 0 : code.ordinal() + 1;
        }

        private static String label(int place) {
            return place == 0 ? OK : Code.values()[place - 1].name();
        }

        void count(Code code) {
            int place = place(code);
            LongAdder count = counts.getAcquire(place);
            (count == null ? first(place) : count).increment();
        }

        private LongAdder first(int place) {
            synchronized (counts) {
                LongAdder count = counts.get(place);
                if (count == null) {
                    count = new LongAdder();
                    FunctionCounter.builder("hotlane_gateway_answers", count, LongAdder::sum)
                            .description("Answers by route and by the code of their problem document, OK without one")
                            .tags("route", route, "code", label(place))
                            .register(registry);
                    counts.setRelease(place, count);
                }
                return count;
            }
        }

        Map<String, Long> counts() {
            Map<String, Long> now = new TreeMap<>();
            for (int place = 0; place < counts.length(); place++) {
                LongAdder count = counts.getAcquire(place);
                if (count != null && count.sum() > 0) {
                    now.put(label(place), count.sum());
                }
            }
            return now;
        }
    }
}
