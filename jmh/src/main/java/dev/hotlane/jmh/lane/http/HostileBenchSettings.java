package dev.hotlane.jmh.lane.http;

import java.time.Duration;
import java.util.List;

/**
 * What `bench hostile` measures. Immutable.
 *
 * @param unread clients that read nothing
 * @param slow clients that read a byte a second, measured by themselves
 * @param paths that they ask for, each measured by itself
 * @param rate adds a second of everybody else
 * @param connections of everybody else
 * @param duration of each window
 * @param pairs of windows without and with such clients; medians are shown
 */
public record HostileBenchSettings(
        int unread,
        int slow,
        List<String> paths,
        int rate,
        int connections,
        Duration warmUp,
        Duration duration,
        int pairs) {
    /** The list is copied. */
    public HostileBenchSettings {
        paths = List.copyOf(paths);
    }
}
