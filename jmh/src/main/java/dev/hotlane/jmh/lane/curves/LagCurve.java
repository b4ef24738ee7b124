package dev.hotlane.jmh.lane.curves;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.load.LoadResult;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How far MySQL is behind as more distinct keys change each second: every op of the load hits a key of a million. */
final class LagCurve {
    private static final int KEYS = 1_000_000;
    private static final int OPS = 10;
    private static final int[] TRANSACTIONS = {100, 500, 1_000, 2_000, 4_000, 8_000};
    private static final long LOOK_MILLIS = 50;

    private LagCurve() {}

    static Curve measure(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "lag",
                "Flush lag: transactions of 10 adds over 1,000,000 keys at a fixed rate",
                "key updates/s offered",
                "key updates/s",
                "lag p50 ms",
                "lag max ms",
                "call p99 ms");
        lane.fillKeys(KEYS);
        for (int rate : TRANSACTIONS) {
            if (settings.includes(rate, TRANSACTIONS[TRANSACTIONS.length - 1])) {
                Looks looks = new Looks(lane.lane);
                looks.start();
                LoadResult result = lane.open(lane.adds(KEYS, OPS), rate);
                List<Long> lags = looks.end();
                double each = 1_000 / Math.max(1, result.okPerSecond());
                curve.add(
                        (double) rate * OPS,
                        result.okPerSecond() * OPS,
                        Median.of(lags, Long::doubleValue) * each,
                        lags.get(lags.size() - 1) * each,
                        result.millis(99));
                lane.lane.awaitFlushed();
            }
        }
        lane.check();
        return curve;
    }

    /** Asks the processor again and again how many commands MySQL is behind. A thread of its own. */
    private static final class Looks extends Thread {
        private final BenchLane lane;
        private final List<Long> lags = new ArrayList<>();
        private volatile boolean over;

        Looks(BenchLane lane) {
            super("looks");
            this.lane = lane;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (!over) {
                    JsonObject offsets = lane.status().getJsonObject("offsets");
                    if (offsets != null) {
                        lags.add(Math.max(0, offsets.getLong("applied") - offsets.getLong("flushed")));
                    }
                    Thread.sleep(LOOK_MILLIS);
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        /** What it saw, sorted. */
        List<Long> end() throws InterruptedException {
            over = true;
            join();
            if (lags.isEmpty()) {
                throw new IllegalStateException("the processor told no offsets during a step");
            }
            Collections.sort(lags);
            return lags;
        }
    }
}
