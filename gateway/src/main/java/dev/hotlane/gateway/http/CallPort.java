package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.LocalReads;
import dev.hotlane.gateway.lane.Exchanges;

/**
 * The way of the calls of one event loop; belongs to it.
 *
 * @param exchanges the pending requests
 * @param reads sends each call into the log, or answers it from the view
 * @param callers finds out who calls
 */
record CallPort(Exchanges exchanges, LocalReads reads, CallerCheck callers) {}
