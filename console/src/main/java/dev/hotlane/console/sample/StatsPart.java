package dev.hotlane.console.sample;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/** One part, processor or gateway, of a {@code /v1/stats}. Fields that are missing or of another form count as absent. */
record StatsPart(JsonObject document) {
    private static final JsonObject NONE = new JsonObject();

    /** The gateway's part: of a node inside, of a gateway the whole; empty for a processor. */
    static StatsPart gateway(JsonObject stats) {
        Object inside = stats.getValue("gateway");
        return new StatsPart(
                inside instanceof JsonObject part
                        ? part
                        : stats.getValue("answers") instanceof JsonArray ? stats : NONE);
    }

    boolean isEmpty() {
        return document.isEmpty();
    }

    String incarnation() {
        return document.getValue("incarnation") instanceof String text ? text : "";
    }

    /** Its own clock, in ms; 0 if it names none. */
    long time() {
        return number(document.getValue("time"), 0);
    }

    /** A gauge without labels; NaN if it is absent. */
    double gauge(String name) {
        return figure("gauges", name, null);
    }

    /** A counter; {@code labels} null: one without labels. NaN if it is absent. */
    double counter(String name, String labels) {
        return figure("counters", name, labels);
    }

    private double figure(String list, String name, String labels) {
        for (Object each : array(document, list)) {
            if (each instanceof JsonObject one
                    && name.equals(one.getValue("name"))
                    && (labels == null ? !one.containsKey("labels") : labels.equals(one.getValue("labels")))) {
                return one.getValue("value") instanceof Number value ? value.doubleValue() : Double.NaN;
            }
        }
        return Double.NaN;
    }

    /** Answers since its start by code, of one route; null: of all routes that a caller asks. */
    Map<String, Long> answers(String route) {
        Map<String, Long> byCode = new TreeMap<>();
        for (Object each : array(document, "answers")) {
            if (each instanceof JsonObject one
                    && one.getValue("code") instanceof String code
                    && (route == null || route.equals(one.getValue("route")))) {
                byCode.merge(code, number(one.getValue("count"), 0), Long::sum);
            }
        }
        return byCode;
    }

    /** Upper bounds of the buckets of times, in microseconds. */
    long[] bounds() {
        return numbers(array(document, "boundsMicros"));
    }

    /** Writes since its start by bucket of their time; the last bucket has no bound. Empty if absent. */
    long[] writes() {
        for (Object each : array(document, "times")) {
            if (each instanceof JsonObject one && "write".equals(one.getValue("class"))) {
                return numbers(array(one, "counts"));
            }
        }
        return new long[0];
    }

    JsonObject hotKeys() {
        return document.getValue("hotKeys") instanceof JsonObject keys ? keys : NONE;
    }

    static JsonArray array(JsonObject of, String name) {
        return of.getValue(name) instanceof JsonArray array ? array : new JsonArray();
    }

    static long number(Object value, long otherwise) {
        return value instanceof Number number ? number.longValue() : otherwise;
    }

    private static long[] numbers(JsonArray array) {
        return array.stream().mapToLong(one -> number(one, 0)).toArray();
    }
}
