package dev.hotlane.jmh.feed.rivals;

import java.util.Map;

/**
 * One that serves `PUT /v1/counters/KEY` and `GET /v1/changes`.
 *
 * @param port on the loopback address
 * @param resume how a client goes on that comes back
 * @param idempotent whether a write may be sent again under its key
 * @param pids of its processes by name, for counts of CPU time
 */
record ChangeEntrant(String name, int port, String resume, boolean idempotent, Map<String, Long> pids) {
    /** The map is copied. */
    ChangeEntrant {
        pids = Map.copyOf(pids);
    }
}
