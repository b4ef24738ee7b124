package dev.hotlane.jmh.lane.curves;

import dev.hotlane.infra.stack.LaneProcess;

/** How long a start takes by the number of commands behind the checkpoint: kill -9, append, start, ready. */
final class ReplayCurve {
    private static final int KEYS = 1_000_000;
    private static final int[] BACKLOG = {0, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000};

    private ReplayCurve() {}

    static Curve measure(CurveLane lane, CurveSettings settings) throws InterruptedException {
        Curve curve = new Curve(
                "replay",
                "Start after kill -9 with a backlog behind the checkpoint, 1,000,000 keys",
                "commands behind",
                "seconds to ready",
                "more than without",
                "commands/s of that");
        lane.fillKeys(KEYS);
        double none = 0;
        for (int backlog : BACKLOG) {
            if (settings.includes(backlog, BACKLOG[BACKLOG.length - 1])) {
                double seconds = start(lane, backlog);
                none = backlog == 0 ? seconds : none;
                double more = seconds - none;
                curve.add(backlog, seconds, more, more > 0 ? backlog / more : 0);
            }
        }
        lane.check();
        return curve;
    }

    private static double start(CurveLane lane, int backlog) throws InterruptedException {
        LaneProcess processor = lane.lane.processor();
        lane.lane.awaitFlushed();
        processor.kill9();
        if (backlog > 0) {
            lane.lane.fill(backlog, KEYS);
            lane.load.filled(backlog);
        }
        long begin = System.nanoTime();
        processor.start();
        processor.awaitReady();
        double seconds = (System.nanoTime() - begin) / 1e9;
        lane.lane.awaitApplied();
        return seconds;
    }
}
