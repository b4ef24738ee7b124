package dev.hotlane.jmh.lane.raw;

import java.time.Duration;
import java.util.Map;

/**
 * What `bench lane --form raw` measures. Immutable.
 *
 * @param keys that commands touch, uniformly; 1 is one hot counter
 * @param ops adds of a command
 * @param inFlight most commands without a reply
 * @param warmUp time before anything counts
 * @param window time of each measurement
 * @param windows number of measurements
 * @param producer settings of the Kafka producer that override ours
 */
public record RawBenchSettings(
        int keys, int ops, int inFlight, Duration warmUp, Duration window, int windows, Map<String, String> producer) {
    /** The map is copied. */
    public RawBenchSettings {
        producer = Map.copyOf(producer);
    }
}
