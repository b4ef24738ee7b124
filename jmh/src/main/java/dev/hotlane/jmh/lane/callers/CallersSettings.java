package dev.hotlane.jmh.lane.callers;

import java.time.Duration;

/**
 * What `bench lane --form batcher` measures. Immutable.
 *
 * @param threads callers
 * @param depth calls that each has under way
 * @param warmUp time before anything counts, of each stock
 * @param window time of each measurement
 * @param repeats number of measurements of each stock
 */
public record CallersSettings(int threads, int depth, Duration warmUp, Duration window, int repeats) {}
