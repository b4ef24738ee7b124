package dev.hotlane.console.sample;

import dev.hotlane.console.source.ReadSource;
import dev.hotlane.console.source.Reading;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one gateway answered between its two newest readings.
 *
 * @param reserved reservations per second
 * @param confirmed confirmed reservations per second
 * @param refused answers per second by the code of the problem
 * @param writes writes by bucket of their time
 * @param bounds upper bounds of those buckets, in microseconds
 */
record GatewayRates(double reserved, double confirmed, Map<String, Double> refused, long[] writes, long[] bounds) {
    private static final double MILLIS = 1_000;

    /** Null without two readings of the same start: then nothing can be said of a rate. */
    static GatewayRates of(ReadSource source) {
        Reading before = source.before();
        if (before == null) {
            return null;
        }
        StatsPart from = StatsPart.gateway(before.stats());
        StatsPart to = StatsPart.gateway(source.newest().stats());
        long span = to.time() - from.time();
        if (from.isEmpty() || to.isEmpty() || span <= 0 || !from.incarnation().equals(to.incarnation())) {
            return null;
        }
        double perSecond = MILLIS / span;
        Map<String, Double> refused = new TreeMap<>();
        Map<String, Long> old = from.answers(null);
        to.answers(null).forEach((code, count) -> {
            long more = count - old.getOrDefault(code, 0L);
            if (!code.equals("OK") && more > 0) {
                refused.put(code, more * perSecond);
            }
        });
        return new GatewayRates(
                ok("reserve", from, to) * perSecond,
                ok("confirm", from, to) * perSecond,
                refused,
                more(from.writes(), to.writes()),
                to.bounds());
    }

    private static long ok(String route, StatsPart from, StatsPart to) {
        return to.answers(route).getOrDefault("OK", 0L) - from.answers(route).getOrDefault("OK", 0L);
    }

    private static long[] more(long[] from, long[] to) {
        long[] more = to.clone();
        for (int i = 0; i < Math.min(from.length, to.length); i++) {
            more[i] -= from[i];
        }
        return more;
    }
}
