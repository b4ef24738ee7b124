package dev.hotlane.jmh.lane.curves;

import dev.hotlane.jmh.lane.http.LaneJvms;
import java.time.Duration;

/**
 * How curves are measured. Immutable.
 *
 * @param warmUp before the first step: all JVMs warm up
 * @param step of each load
 * @param rounds of all steps of a part, one after the other; medians count
 * @param scale 1 for the whole range; less leaves the steps out that are above that part of the last one
 */
public record CurveSettings(LaneJvms jvms, Duration warmUp, Duration step, int rounds, double scale) {
    /** Whether a step is to be measured. */
    boolean includes(double value, double last) {
        return value <= last * scale;
    }
}
