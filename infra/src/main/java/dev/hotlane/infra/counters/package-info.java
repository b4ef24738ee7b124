/**
 * Counters that an operator removes by their prefix. In: a lane's gateways. Out: removals through the lane, and a count.
 * Thread: the caller's, blocking.
 * May import: client.
 */
package dev.hotlane.infra.counters;
