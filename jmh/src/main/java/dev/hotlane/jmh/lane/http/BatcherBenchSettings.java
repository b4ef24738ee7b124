package dev.hotlane.jmh.lane.http;

import dev.hotlane.client.BatcherSettings;
import java.time.Duration;

/**
 * What `bench batcher` measures. Immutable.
 *
 * @param threads callers
 * @param depth calls that each has under way
 * @param batcher settings of the client's batcher
 * @param warmUp time before anything counts
 * @param window time of each measurement
 * @param repeats number of measurements
 */
public record BatcherBenchSettings(
        int threads, int depth, BatcherSettings batcher, Duration warmUp, Duration window, int repeats) {}
