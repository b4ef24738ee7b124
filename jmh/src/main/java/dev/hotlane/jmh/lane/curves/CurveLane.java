package dev.hotlane.jmh.lane.curves;

import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.time.Duration;

/** A warm lane with its books. One thread. */
final class CurveLane implements AutoCloseable {
    /** At which the lane is measured when connections are not what grows. */
    static final int CONNECTIONS = 256;

    final BenchLane lane;
    final LaneLoad load;
    private final CurveSettings settings;
    private int filled;
    private int works;

    CurveLane(BenchLane lane, CurveSettings settings) {
        this.lane = lane;
        this.settings = settings;
        load = new LaneLoad(lane);
        if (!settings.warmUp().isZero()) {
            load.run(adds(1, 1), closed(CONNECTIONS, settings.warmUp()));
        }
    }

    static CurveLane start(CurveSettings settings) {
        return new CurveLane(BenchLane.start(settings.jvms()), settings);
    }

    /** Transactions under ids of their own. */
    Work adds(int keys, int ops) {
        return Work.adds("w" + works++, keys, ops);
    }

    /** Creates that number of keys, by a command each straight into the log. */
    void fillKeys(int keys) throws InterruptedException {
        if (keys > filled) {
            fill(keys - filled, keys);
            filled = keys;
        }
    }

    /** Appends commands straight to the log and waits until MySQL has them. */
    void fill(int commands, int keys) throws InterruptedException {
        lane.fill(commands, keys);
        load.filled(commands);
        lane.awaitFlushed();
    }

    /** The closed loop for a step. */
    LoadResult closed(Work work, int connections) {
        return load.run(work, closed(connections, settings.step()));
    }

    /** The open loop for a step. */
    LoadResult open(Work work, double rate) {
        return load.run(work, closed(CONNECTIONS, settings.step()).withRate(rate));
    }

    private LoadSettings closed(int connections, Duration duration) {
        return LoadSettings.closed(lane.port(), connections, duration, (n, out) -> {});
    }

    /** Fails if a unit is not where the answers say. */
    void check() throws InterruptedException {
        load.check();
        if (!load.faults().isEmpty()) {
            throw new IllegalStateException("the figures are void: " + String.join("; ", load.faults()));
        }
    }

    @Override
    public void close() {
        lane.close();
    }
}
