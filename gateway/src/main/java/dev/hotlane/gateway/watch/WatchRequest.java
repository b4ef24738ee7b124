package dev.hotlane.gateway.watch;

import java.util.List;

/**
 * What a stream shows. Immutable.
 *
 * @param keys 1 to 100 different keys; null for a board
 * @param prefix that of a declared board; null for keys
 * @param minIntervalMs shortest time between two bursts of changes, 10 to 10,000
 * @param after what the client has: it gets what changed later; null if it has nothing
 */
public record WatchRequest(List<byte[]> keys, byte[] prefix, int minIntervalMs, EventId after) {
    /** Most keys. */
    public static final int KEYS_MAX = 100;

    /** The least minIntervalMs. */
    public static final int INTERVAL_MS_MIN = 10;

    /** The greatest. */
    public static final int INTERVAL_MS_MAX = 10_000;

    /** The usual one. */
    public static final int INTERVAL_MS = 100;
}
