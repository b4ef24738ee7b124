package dev.hotlane.console.sample;

import dev.hotlane.console.source.ReadSource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes one JSON a second of all sources, and keeps points of the last 300 s and the last take-overs. On the event loop. */
public final class LaneSample {
    private static final int POINTS_MAX = 300;
    private static final int TAKE_OVERS_MAX = 20;

    private final Deque<JsonObject> points = new ArrayDeque<>();
    private final Deque<JsonObject> takeOvers = new ArrayDeque<>();
    private final DigestBook digests = new DigestBook();
    private long epoch;

    /** Takes the readings of one second; {@code now} in ms since 1970. Returns what is new. */
    public JsonObject take(List<ReadSource> sources, long now) {
        Map<ReadSource, GatewayRates> rates = new HashMap<>();
        List<ReadSource> current = new ArrayList<>();
        for (ReadSource source : sources) {
            if (SourceColumn.current(source, now)) {
                current.add(source);
                rates.put(source, GatewayRates.of(source));
                digests.see(source.address(), source.newest().status());
            }
        }
        digests.keepOnly(sources.stream().map(ReadSource::address).toList());
        ReadSource leader = leader(current);
        JsonObject point = point(current, rates, leader, now).put("of", sources.size());
        if (leader != null) {
            lead(leader, point, now);
        }
        points.addLast(point);
        if (points.size() > POINTS_MAX) {
            points.removeFirst();
        }
        JsonArray columns = new JsonArray();
        for (ReadSource source : sources) {
            String digest =
                    leader == null || leader == source ? null : digests.compare(leader.address(), source.address());
            columns.add(SourceColumn.of(source, rates.get(source), digest, now));
        }
        return new JsonObject()
                .put("time", now)
                .put("lane", lane(current))
                .put("leader", leader == null ? null : leader.address().shown())
                .put("point", point)
                .put("refusals", refusals(rates))
                .put("sources", columns)
                .put("takeOvers", new JsonArray(new ArrayList<>(takeOvers)))
                .put("hot", HotKeyTable.of(gateways(current)));
    }

    /** The points that are kept, the oldest first. */
    public JsonArray points() {
        return new JsonArray(new ArrayList<>(points));
    }

    private void lead(ReadSource leader, JsonObject point, long now) {
        long leads = epochOf(leader);
        if (epoch != 0 && leads > epoch) {
            point.put("takeOver", leads);
            takeOvers.addFirst(new JsonObject()
                    .put("time", now)
                    .put("epoch", leads)
                    .put("leader", leader.address().shown()));
            if (takeOvers.size() > TAKE_OVERS_MAX) {
                takeOvers.removeLast();
            }
        }
        epoch = Math.max(epoch, leads);
    }

    private static long epochOf(ReadSource source) {
        return StatsPart.number(source.newest().status().getValue("epoch"), 0);
    }

    /** Of those that say they lead, the one with the highest epoch: a deposed one may not have read of its successor yet. */
    private static ReadSource leader(List<ReadSource> current) {
        ReadSource leader = null;
        for (ReadSource source : current) {
            if (SourceColumn.leads(source) && (leader == null || epochOf(source) > epochOf(leader))) {
                leader = source;
            }
        }
        return leader;
    }

    private static List<ReadSource> gateways(List<ReadSource> current) {
        return current.stream()
                .filter(source -> !StatsPart.gateway(source.newest().stats()).isEmpty())
                .toList();
    }

    private static String lane(List<ReadSource> current) {
        for (ReadSource source : current) {
            if (source.newest().status().getValue("lane") instanceof String name) {
                return name;
            }
        }
        return null;
    }

    private static JsonObject point(
            List<ReadSource> current, Map<ReadSource, GatewayRates> rates, ReadSource leader, long now) {
        JsonObject point = new JsonObject().put("t", now).put("answered", current.size());
        List<GatewayRates> known =
                rates.values().stream().filter(one -> one != null).toList();
        if (!known.isEmpty()) {
            SourceColumn.put(
                    point,
                    "reserved",
                    known.stream().mapToDouble(GatewayRates::reserved).sum());
            SourceColumn.put(
                    point,
                    "confirmed",
                    known.stream().mapToDouble(GatewayRates::confirmed).sum());
            SourceColumn.put(point, "refused", total(known));
            long[] bounds = known.get(0).bounds();
            long[] writes = new long[bounds.length + 1];
            for (GatewayRates one : known) {
                for (int i = 0; i < Math.min(writes.length, one.writes().length); i++) {
                    writes[i] += one.writes()[i];
                }
            }
            SourceColumn.put(point, "p50", Quantiles.at(0.50, writes, bounds));
            SourceColumn.put(point, "p99", Quantiles.at(0.99, writes, bounds));
            SourceColumn.put(point, "inFlight", inFlight(current));
        }
        if (leader != null) {
            JsonObject column = SourceColumn.of(leader, null, null, now);
            point.put("epoch", epochOf(leader));
            if (column.getValue("busy") != null) {
                point.put("busy", column.getValue("busy"));
            }
            if (column.getValue("holdsOpen") != null) {
                point.put("holdsOpen", column.getValue("holdsOpen"));
            }
        }
        return point;
    }

    private static double inFlight(List<ReadSource> current) {
        return gateways(current).stream()
                .mapToDouble(
                        source -> StatsPart.gateway(source.newest().stats()).gauge("hotlane_inflight_requests"))
                .sum();
    }

    private static double total(List<GatewayRates> known) {
        return known.stream()
                .flatMap(one -> one.refused().values().stream())
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static JsonArray refusals(Map<ReadSource, GatewayRates> rates) {
        Map<String, Double> byCode = new TreeMap<>();
        for (GatewayRates one : rates.values()) {
            if (one != null) {
                one.refused().forEach((code, rate) -> byCode.merge(code, rate, Double::sum));
            }
        }
        JsonArray rows = new JsonArray();
        byCode.forEach((code, rate) -> {
            JsonObject row = new JsonObject().put("code", code);
            SourceColumn.put(row, "rate", rate);
            rows.add(row);
        });
        return rows;
    }
}
