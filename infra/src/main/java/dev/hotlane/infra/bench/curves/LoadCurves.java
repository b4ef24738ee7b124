package dev.hotlane.infra.bench.curves;

import dev.hotlane.infra.load.LoadResult;

/** Throughput and latency of the closed loop as connections, keys or ops grow. One thread. */
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
        for (int connections : CONNECTIONS) {
            if (settings.includes(connections, CONNECTIONS[CONNECTIONS.length - 1])) {
                LoadResult result = lane.closed(lane.adds(1, 1), connections);
                curve.add(connections, result.okPerSecond(), result.millis(50), result.millis(99));
            }
        }
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
        for (int ops : OPS) {
            if (settings.includes(ops, OPS[OPS.length - 1])) {
                LoadResult result = lane.closed(lane.adds(OPS_KEYS, ops), CurveLane.CONNECTIONS);
                double rate = result.okPerSecond();
                curve.add(ops, rate, ops * rate, result.millis(50), result.millis(99));
            }
        }
        lane.check();
        return curve;
    }

    static Curve keys(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "keys",
                "Keys: one add to one of so many keys of 20 bytes, uniformly, 256 connections",
                "keys",
                "requests/s",
                "p50 ms",
                "p99 ms");
        for (int keys : KEYS) {
            if (settings.includes(keys, KEYS[KEYS.length - 1])) {
                lane.fillKeys(keys);
                LoadResult result = lane.closed(lane.adds(keys, 1), CurveLane.CONNECTIONS);
                curve.add(keys, result.okPerSecond(), result.millis(50), result.millis(99));
            }
        }
        lane.check();
        return curve;
    }
}
