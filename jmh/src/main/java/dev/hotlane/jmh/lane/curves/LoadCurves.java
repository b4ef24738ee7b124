package dev.hotlane.jmh.lane.curves;

import dev.hotlane.jmh.lane.http.Measured;
import dev.hotlane.jmh.load.LoadResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Throughput and latency of the closed loop as connections, keys or ops grow. The steps are not run one after the other
 * but some times around, so that JVMs that still compile and a slow minute meet all of them alike. One thread.
 */
final class LoadCurves {
    private static final int[] CONNECTIONS = {16, 64, 256, 1_024, 4_096};
    private static final int[] KEYS = {1, 1_000, 100_000, 1_000_000, 5_000_000};
    private static final int[] OPS = {1, 3, 10, 30, 64};
    private static final int OPS_KEYS = 1_000;

    private LoadCurves() {}

    static Curve connections(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "connections",
                "Connections: one add to one hot key, closed loop",
                "connections",
                "requests/s",
                "p50 ms",
                "p99 ms");
        around(CONNECTIONS, settings, connections -> lane.closed(lane.adds(1, 1), connections))
                .forEach((connections, of) -> curve.add(connections, of.rate(), of.millis(50), of.millis(99)));
        lane.check();
        return curve;
    }

    static Curve ops(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "ops",
                "Ops: adds of a transaction over 1,000 keys, 256 connections",
                "ops",
                "transactions/s",
                "ops/s",
                "p50 ms",
                "p99 ms");
        lane.fillKeys(OPS_KEYS);
        around(OPS, settings, ops -> lane.closed(lane.adds(OPS_KEYS, ops), CurveLane.CONNECTIONS))
                .forEach((ops, of) -> curve.add(ops, of.rate(), ops * of.rate(), of.millis(50), of.millis(99)));
        lane.check();
        return curve;
    }

    static Curve keys(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "keys",
                "Keys: one add to one of so many of the keys of 20 bytes that are there, uniformly, 256 connections",
                "keys",
                "requests/s",
                "p50 ms",
                "p99 ms");
        for (int keys : KEYS) {
            if (settings.includes(keys, KEYS[KEYS.length - 1])) {
                lane.fillKeys(keys);
            }
        }
        around(KEYS, settings, keys -> lane.closed(lane.adds(keys, 1), CurveLane.CONNECTIONS))
                .forEach((keys, of) -> curve.add(keys, of.rate(), of.millis(50), of.millis(99)));
        lane.check();
        return curve;
    }

    private static Map<Integer, Measured> around(int[] steps, CurveSettings settings, IntFunction<LoadResult> load) {
        Map<Integer, Measured> measured = new LinkedHashMap<>();
        for (int round = 0; round < settings.rounds(); round++) {
            for (int step : steps) {
                if (settings.includes(step, steps[steps.length - 1])) {
                    measured.computeIfAbsent(step, at -> new Measured(Integer.toString(at), 0, 1, new ArrayList<>()))
                            .runs()
                            .add(load.apply(step));
                }
            }
        }
        return measured;
    }
}
