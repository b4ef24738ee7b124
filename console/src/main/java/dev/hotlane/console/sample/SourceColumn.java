package dev.hotlane.console.sample;

import dev.hotlane.console.source.ReadSource;
import dev.hotlane.console.source.Reading;
import io.vertx.core.json.JsonObject;

/** What pages show of one source. Without state. */
final class SourceColumn {
    /** Readings of this age, in ms, are current: a round takes a second, and an answer at most as long. */
    private static final long CURRENT_MS = 2_500;

    private static final double MILLIS = 1_000;

    private SourceColumn() {}

    static boolean current(ReadSource source, long now) {
        return source.answers() && now - source.newest().at() <= CURRENT_MS;
    }

    /** Whether it is a processor that leads by its own word. */
    static boolean leads(ReadSource source) {
        return "leading".equals(source.newest().status().getValue("role"));
    }

    /** Its figures; of a source that does not answer its name, when it last did, and why not. */
    static JsonObject of(ReadSource source, GatewayRates rates, String digest, long now) {
        JsonObject out = new JsonObject().put("name", source.address().shown());
        Reading reading = source.newest();
        if (reading != null) {
            out.put("at", reading.at());
        }
        if (!current(source, now)) {
            return out.put("answers", false).put("fault", source.fault() == null ? "no answer" : source.fault());
        }
        out.put("answers", true);
        JsonObject status = reading.status();
        StatsPart gateway = StatsPart.gateway(reading.stats());
        copy(reading.stats(), "role", out, "kind");
        copy(status, "version", out, "version");
        copy(status, "commit", out, "commit");
        if (!"gateway".equals(status.getValue("role"))) {
            processor(source, status, out);
            out.put("digest", digest);
        }
        if (!gateway.isEmpty()) {
            put(out, "ready", gateway.gauge("hotlane_gateway_ready"));
            put(out, "inFlight", gateway.gauge("hotlane_inflight_requests"));
            put(out, "beatAgeMs", gateway.gauge("hotlane_beat_age_seconds") * MILLIS);
        }
        if (rates != null) {
            put(out, "reserved", rates.reserved());
            put(out, "confirmed", rates.confirmed());
            put(out, "refused", sum(rates));
            put(out, "p99", Quantiles.at(0.99, rates.writes(), rates.bounds()));
        }
        return out;
    }

    private static double sum(GatewayRates rates) {
        return rates.refused().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static void processor(ReadSource source, JsonObject status, JsonObject out) {
        copy(status, "role", out, "position");
        copy(status, "epoch", out, "epoch");
        if (status.getValue("lags") instanceof JsonObject lags) {
            copy(lags, "apply", out, "applyLag");
            copy(lags, "flush", out, "flushLag");
        }
        if (status.getValue("state") instanceof JsonObject state
                && state.getValue("holds") instanceof JsonObject holds) {
            copy(state, "offset", out, "offset");
            copy(holds, "open", out, "holdsOpen");
        }
        put(out, "flushAgeMs", new StatsPart(source.newest().stats()).gauge("hotlane_flush_age_seconds") * MILLIS);
        put(out, "busy", busy(source));
    }

    /** Share of a core that the thread state used between the two newest readings; NaN if unknown. */
    private static double busy(ReadSource source) {
        if (source.before() == null) {
            return Double.NaN;
        }
        StatsPart from = new StatsPart(source.before().stats());
        StatsPart to = new StatsPart(source.newest().stats());
        long span = to.time() - from.time();
        if (span <= 0 || !from.incarnation().equals(to.incarnation())) {
            return Double.NaN;
        }
        String name = "hotlane_thread_cpu_seconds";
        return Math.max(0, to.counter(name, "state") - from.counter(name, "state")) * MILLIS / span;
    }

    /** A number that is unknown is left out. */
    static void put(JsonObject out, String name, double value) {
        if (!Double.isNaN(value)) {
            out.put(name, Math.round(value * MILLIS) / MILLIS);
        }
    }

    private static void copy(JsonObject from, String name, JsonObject to, String as) {
        if (from.getValue(name) != null) {
            to.put(as, from.getValue(name));
        }
    }
}
