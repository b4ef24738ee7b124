package dev.hotlane.jmh.lane.curves;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadSettings;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processor's heap after a full collection as keys and open holds grow; the window is small and full, so that it
 * does not grow with them. Everything in the process counts: state, what is kept for the next flush, and spare room.
 */
final class HeapCurve {
    private static final int WINDOW = 524_288;

    /** Commands at a time: ids that had to wait for longer than the window reaches back would be refused. */
    private static final int FILL = WINDOW / 2;

    private static final int[] KEYS = {600_000, 1_000_000, 2_000_000, 5_000_000};
    private static final int HOLD_STEPS = 2;
    private static final Duration HOLDS_EACH = Duration.ofSeconds(12);
    private static final long HOLD_MILLIS = 3_600_000;
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private HeapCurve() {}

    static Curve keys(CurveSettings settings) throws InterruptedException {
        Curve curve =
                new Curve("heap-keys", "Heap of the processor by keys of 20 bytes", "keys", "heap MB", "bytes per key");
        try (CurveLane lane = new CurveLane(BenchLane.start(settings.jvms(), WINDOW), settings)) {
            double first = 0;
            int filled = 0;
            for (int keys : KEYS) {
                if (settings.includes(keys, KEYS[KEYS.length - 1])) {
                    for (int there = filled; there < keys; there += FILL) {
                        lane.fillKeys(Math.min(keys, there + FILL));
                    }
                    filled = keys;
                    double used = used(lane.lane);
                    first = first == 0 ? used : first;
                    double more = keys - KEYS[0];
                    curve.add(keys, used / 1e6, more == 0 ? 0 : (used - first) / more);
                }
            }
            lane.check();
        }
        return curve;
    }

    static Curve holds(CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "heap-holds",
                "Heap of the processor by open holds: a line and the limit of a new buyer each",
                "open holds",
                "heap MB",
                "bytes per hold");
        try (CurveLane lane = new CurveLane(BenchLane.start(settings.jvms(), WINDOW), settings)) {
            lane.load.stockUp();
            lane.fill(FILL, 1);
            lane.fill(WINDOW - FILL, 1);
            double first = used(lane.lane);
            curve.add(0, first / 1e6, 0);
            long holds = 0;
            for (int i = 0; i < HOLD_STEPS; i++) {
                holds += lane.load
                        .run(
                                Work.reservations("heap" + i, HOLD_MILLIS),
                                LoadSettings.closed(
                                        lane.lane.port(), CurveLane.CONNECTIONS, HOLDS_EACH, (n, out) -> {}))
                        .all()
                        .ok();
                lane.lane.awaitFlushed();
                double used = used(lane.lane);
                curve.add((double) holds, used / 1e6, (used - first) / holds);
            }
            lane.check();
        }
        return curve;
    }

    /** Bytes after a full collection. */
    private static double used(BenchLane lane) {
        ChildProcess processor = lane.processor().process();
        processor.jcmd("GC.run");
        Matcher used = USED.matcher(processor.jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("jcmd reports no heap of process " + processor.pid());
        }
        return Double.parseDouble(used.group(1)) * 1_024;
    }
}
