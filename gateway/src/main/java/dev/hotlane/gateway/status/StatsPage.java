package dev.hotlane.gateway.status;

import dev.hotlane.protocol.json.JsonLine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * {@code GET /v1/stats}: counts since the start, of which readers take differences, so that none disturbs another. Any
 * thread.
 */
final class StatsPage {
    private static final int KEYS_SHOWN = 20;
    private static final String OWN = "hotlane";
    private static final String ANSWERS = "hotlane_gateway_answers";
    private static final double MICROS_PER_SECOND = 1e6;

    private final MeterRegistry registry;
    private final AnswerMeters answers;
    private final String role;

    StatsPage(MeterRegistry registry, AnswerMeters answers, String role) {
        this.registry = registry;
        this.answers = answers;
        this.role = role;
    }

    /** The document. */
    String text(String incarnation, List<HotKeys> sketches) {
        JsonLine out = new JsonLine().begin();
        out.put("role", role).put("incarnation", incarnation).put("time", System.currentTimeMillis());
        out.beginArray("answers");
        answers.counts()
                .forEach((route, byCode) -> byCode.forEach((code, count) -> out.beginElement()
                        .put("route", route)
                        .put("code", code)
                        .put("count", count)
                        .endObject()));
        out.endArray();
        times(out);
        figures(out);
        hotKeys(HotKeys.top(sketches, KEYS_SHOWN), out);
        return out.end();
    }

    private void times(JsonLine out) {
        out.putNumbers(
                "boundsMicros",
                DoubleStream.of(RequestTimes.boundsSeconds())
                        .mapToLong(seconds -> Math.round(seconds * MICROS_PER_SECOND))
                        .toArray());
        out.beginArray("times");
        answers.times()
                .forEach((kind, of) -> out.beginElement()
                        .put("class", kind.label())
                        .putNumbers("counts", of.counts())
                        .put("sumMicros", Math.round(of.sumSeconds() * MICROS_PER_SECOND))
                        .endObject());
        out.endArray();
    }

    private void figures(JsonLine out) {
        List<Meter> own = registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith(OWN))
                .filter(meter -> !meter.getId().getName().equals(ANSWERS))
                .sorted(Comparator.comparing(meter -> meter.getId().getName()))
                .toList();
        out.beginArray("counters");
        for (Meter meter : own) {
            if (meter instanceof FunctionCounter counter) {
                figure(meter, counter.count(), out);
            }
        }
        out.endArray().beginArray("gauges");
        for (Meter meter : own) {
            if (meter instanceof Gauge gauge) {
                figure(meter, gauge.value(), out);
            }
        }
        out.endArray();
    }

    private static void figure(Meter meter, double value, JsonLine out) {
        out.beginElement().put("name", meter.getId().getName().replace('.', '_'));
        List<Tag> tags = meter.getId().getTags();
        if (!tags.isEmpty()) {
            out.put("labels", tags.stream().map(Tag::getValue).collect(Collectors.joining(" ")));
        }
        out.putNumber("value", value).endObject();
    }

    private static void hotKeys(HotKeys.Top top, JsonLine out) {
        out.beginObject("hotKeys").put("every", HotKeys.EVERY).put("sampled", top.sampled());
        out.beginArray("keys");
        for (HotKeys.HotKey one : top.keys()) {
            out.beginElement()
                    .putBytes("key", one.key(), 0, one.key().length)
                    .put("uses", one.uses())
                    .put("certain", one.certain())
                    .endObject();
        }
        out.endArray().endObject();
    }
}
